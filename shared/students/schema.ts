import { z } from 'zod';
import { plainText } from '../kernel/text.ts';
import { YEARS } from '../kernel/years.ts';

/** The sort orders of the students list; a leading minus reverses the order. */
export const STUDENT_ORDERS = [
  'name',
  '-name',
  'year',
  '-year',
  'points',
  '-points',
  'attention',
  '-attention',
] as const;
export type StudentOrder = (typeof STUDENT_ORDERS)[number];

/** The filter of the students list. */
export const studentFilter = z.strictObject({
  /** Part of the name. */
  q: plainText({ name: 'Search', max: 100 }).default(''),
  years: z.array(z.enum(YEARS)).max(YEARS.length).default([]),
  orderBy: z.enum(STUDENT_ORDERS, 'Unknown order').default('name'),
});
export type StudentFilter = z.infer<typeof studentFilter>;
