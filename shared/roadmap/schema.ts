import { z } from 'zod';
import { graduationYears } from '../kernel/year-choices.ts';
import { YEARS } from '../kernel/years.ts';

/** The maximum number of majors of a roadmap. */
export const MAX_MAJORS = 20;
export const TOO_MANY_MAJORS = `Choose at most ${MAX_MAJORS} majors`;

/** The maximum number of entries of one set, so that a roadmap always fits in one response. */
export const MAX_ENTRIES = { classes: 200, scores: 100, activities: 100, colleges: 100 } as const;

/** Returns the schema of a graduation year. */
export function graduationYear(thisYear: number) {
  const choices = graduationYears(thisYear);
  return z
    .int('Choose a graduation year')
    .refine((year) => choices.includes(year), 'Choose a graduation year from the list');
}

/** Returns the schema of the forms that create and change a roadmap; the service resolves ids (ROAD-017). */
export function roadmapInput(thisYear: number) {
  return z.strictObject({
    year: z.enum(YEARS, 'Choose a year'),
    graduationYear: graduationYear(thisYear),
    schoolId: z.string().nullish(),
    cipcode4Ids: z.array(z.string()).max(MAX_MAJORS, TOO_MANY_MAJORS).nullish(),
    attending: z.int().nullish(),
  });
}
