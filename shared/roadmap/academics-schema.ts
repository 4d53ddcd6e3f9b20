import { z } from 'zod';
import { titleText } from '../kernel/text.ts';
import { YEARS } from '../kernel/years.ts';
import { GRADES, MAX_CLASS_NAME, MAX_TERMS, SUBJECT_REQUIREMENTS } from './academics.ts';

const PER_TERM = 'Give one grade for each term';
const grade = z
  .number()
  .refine((points) => GRADES.some((known) => known.points === points), 'Choose a grade from A to F')
  .nullable();
const grades = z.array(grade).max(MAX_TERMS, PER_TERM);

const editable = {
  actualGrades: grades,
  year: z.enum(YEARS, 'Choose a year'),
  ucHonors: z.boolean(),
  subjectRequirement: z.enum(
    ['', ...(Object.keys(SUBJECT_REQUIREMENTS) as (keyof typeof SUBJECT_REQUIREMENTS)[])],
    'Choose a subject requirement',
  ),
};

/** A new class (ACAD-018 to ACAD-024). */
export const newClassGrade = z
  .strictObject({
    name: titleText({
      name: 'Class name',
      max: MAX_CLASS_NAME,
      tooLong: `Class name must be less than ${MAX_CLASS_NAME} characters`,
    }),
    terms: z.int('Choose the terms').min(2, 'Choose 2 to 4 terms').max(MAX_TERMS, 'Choose 2 to 4 terms'),
    targetGrades: grades,
    ...editable,
    autocompleted: z.boolean(),
  })
  .refine((value) => value.targetGrades.length === value.terms, { path: ['targetGrades'], error: PER_TERM })
  .refine((value) => value.actualGrades.length === value.terms, { path: ['actualGrades'], error: PER_TERM });
export type NewClassGrade = z.infer<typeof newClassGrade>;

/** Returns the schema for changes of a class; terms, name and target grades cannot change (ACAD-025). */
export function classGradeChange(terms: number) {
  return z
    .strictObject(editable)
    .partial()
    .refine((value) => value.actualGrades === undefined || value.actualGrades.length === terms, {
      path: ['actualGrades'],
      error: PER_TERM,
    });
}
export type ClassGradeChange = z.infer<ReturnType<typeof classGradeChange>>;
