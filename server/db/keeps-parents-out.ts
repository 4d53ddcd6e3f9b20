import { ADULT_AGE } from '#shared/kernel/adults.ts';

/**
 * Returns the SQL condition that a student keeps parents out of meeting rooms and is an adult: `isAdult` of
 * shared/kernel/adults.ts in SQL.
 * @param student the alias of the student's row of `users`
 */
export function keepsParentsOut(student: 'client' | 'student'): string {
  return `coalesce(${student}.keeps_parents_out AND ${student}.birthday
    <= (now() AT TIME ZONE ${student}.time_zone)::date - interval '${ADULT_AGE} years', false)`;
}
