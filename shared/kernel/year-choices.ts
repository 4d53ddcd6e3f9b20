import { YEAR_NAMES, YEARS } from './years.ts';

/** The options of a field that chooses a year. */
export const YEAR_OPTIONS = YEARS.map((year) => ({ value: year, label: YEAR_NAMES[year] }));

/** Returns the graduation years to choose from: this year through 8 years ahead (ROAD-023). */
export function graduationYears(thisYear: number): number[] {
  return Array.from({ length: 9 }, (_, index) => thisYear + index);
}

/** Returns the preselected graduation year (ROAD-024). */
export function defaultGraduationYear(thisYear: number): number {
  return thisYear + 4;
}
