/** The four years of high school, in order (ROAD-038). */
export const YEARS = ['FR', 'SO', 'JR', 'SR'] as const;
export type Year = (typeof YEARS)[number];

export const YEAR_NAMES: Readonly<Record<Year, string>> = {
  FR: 'Freshman',
  SO: 'Sophomore',
  JR: 'Junior',
  SR: 'Senior',
};

/** Returns the graduation years to choose from: this year through 8 years ahead (ROAD-023). */
export function graduationYears(thisYear: number): number[] {
  return Array.from({ length: 9 }, (_, index) => thisYear + index);
}

/** Returns the preselected graduation year (ROAD-024). */
export function defaultGraduationYear(thisYear: number): number {
  return thisYear + 4;
}
