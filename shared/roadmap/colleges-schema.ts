import { z } from 'zod';
import { calendarDate } from '../kernel/dates.ts';
import { plainText, titleText } from '../kernel/text.ts';
import { COLLEGE_REQUIREMENTS } from './college-requirements.ts';
import {
  ADMISSION_CATEGORY_CODES,
  APPLICATION_TYPE_CODES,
  MAX_COLLEGE_BODY,
  MAX_COLLEGE_NAME,
} from './colleges.ts';

/** A new college: from the catalogue by `unitid`, or a custom one by `name` (COLL-030). */
export const newCollege = z
  .strictObject({
    name: titleText({ name: 'College name', max: MAX_COLLEGE_NAME }).nullish(),
    unitid: z.int().min(1).nullish(),
  })
  .refine((value) => (value.name ?? null) !== null || (value.unitid ?? null) !== null, {
    path: ['name'],
    error: 'Choose a college or enter its name',
  })
  .refine((value) => (value.name ?? null) === null || (value.unitid ?? null) === null, {
    path: ['name'],
    error: 'Give either the name or the institution, not both',
  });

/** The changed fields of a college (COLL-031). */
export const collegeChange = z
  .strictObject({
    body: plainText({ name: 'Notes', max: MAX_COLLEGE_BODY }),
    visited: z.boolean(),
    waitlisted: z.boolean(),
    accepted: z.boolean(),
    deferred: z.boolean(),
    denied: z.boolean(),
    admissionCategory: z.enum(ADMISSION_CATEGORY_CODES, 'Choose a category'),
    applicationType: z.enum(APPLICATION_TYPE_CODES, 'Choose an application type'),
    /** Null removes it. */
    deadline: calendarDate('Enter a date').nullable(),
    /** The finished parts of the application. */
    requirements: z
      .array(z.enum(COLLEGE_REQUIREMENTS, 'Choose from the checklist'))
      .transform((done) => COLLEGE_REQUIREMENTS.filter((one) => done.includes(one))),
  })
  .partial();
export type CollegeChange = z.infer<typeof collegeChange>;
