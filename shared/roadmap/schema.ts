import { z } from 'zod';
import { graduationYears, YEARS } from '../kernel/years.ts';

/** The maximum number of majors of a roadmap. */
export const MAX_MAJORS = 20;

/** The maximum number of entries of one set, so that a roadmap always fits in one response. */
export const MAX_ENTRIES = { classes: 200, scores: 100, activities: 100, colleges: 100 } as const;

/** Returns the schema of the forms that create and change a roadmap; the service resolves ids (ROAD-017). */
export function roadmapInput(thisYear: number) {
  const choices = graduationYears(thisYear);
  return z.strictObject({
    year: z.enum(YEARS, 'Choose a year'),
    graduationYear: z
      .int('Choose a graduation year')
      .refine((year) => choices.includes(year), 'Choose a graduation year from the list'),
    schoolId: z.string().nullish(),
    cipcode4Ids: z.array(z.string()).max(MAX_MAJORS, `Choose at most ${MAX_MAJORS} majors`).nullish(),
    attending: z.int().nullish(),
  });
}
export type RoadmapInput = z.infer<ReturnType<typeof roadmapInput>>;
