import { z } from 'zod';

/** The start of a meeting in a form: one of the free times, null until the person chooses one. */
export const chosenTime = z
  .string()
  .nullable()
  .refine((value) => value !== null, 'Choose a time')
  .pipe(z.string());
