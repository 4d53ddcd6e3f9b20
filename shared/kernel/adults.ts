/** From this age students can keep their parents out of their meeting rooms. */
export const ADULT_AGE = 18;

/**
 * Returns whether someone born on that date is an adult on a day. Someone born on February 29 is one from March 1.
 * @param birthday as yyyy-MM-dd; null when unknown
 */
export function isAdult(birthday: string | null, today: string): boolean {
  if (birthday === null) return false;
  const latest = `${String(Number(today.slice(0, 4)) - ADULT_AGE).padStart(4, '0')}${today.slice(4)}`;
  return birthday <= latest;
}
