/** The four years of high school, in order (ROAD-038). */
export const YEARS = ['FR', 'SO', 'JR', 'SR'] as const;
export type Year = (typeof YEARS)[number];

export const YEAR_NAMES: Readonly<Record<Year, string>> = {
  FR: 'Freshman',
  SO: 'Sophomore',
  JR: 'Junior',
  SR: 'Senior',
};
