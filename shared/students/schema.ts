import { z } from 'zod';
import { plainText } from '../kernel/text.ts';
import { YEARS } from '../kernel/years.ts';
import { MAX_STUDENT_SEARCH, STUDENT_ORDERS } from './constants.ts';

/** The filter of the students list. */
export const studentFilter = z.strictObject({
  /** Part of the name. */
  q: plainText({ name: 'Search', max: MAX_STUDENT_SEARCH }).default(''),
  years: z.array(z.enum(YEARS)).max(YEARS.length).default([]),
  orderBy: z.enum(STUDENT_ORDERS, 'Unknown order').default('name'),
});
export type StudentFilter = z.infer<typeof studentFilter>;
