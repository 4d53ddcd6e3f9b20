import { type Year, YEARS } from '../kernel/years.ts';

/** The categories of activities (ACTV-005). */
export const ACTIVITY_CATEGORIES = {
  VO: 'Volunteering & community service',
  EP: 'Educational programs',
  WE: 'Internships & work experience',
  HO: 'Honors & awards',
  SP: 'Sports',
  OT: 'Other',
} as const;
export type ActivityCategory = keyof typeof ACTIVITY_CATEGORIES;
export const ACTIVITY_CATEGORY_CODES = Object.keys(ACTIVITY_CATEGORIES) as ActivityCategory[];

export const MAX_ACTIVITY_BODY = 100;

/** The flags of an activity, one for each school year. */
export const ACTIVITY_YEARS = ['freshmanYear', 'sophomoreYear', 'juniorYear', 'seniorYear'] as const;

/** Returns the school years of an activity. */
export function yearsOf(activity: Readonly<Record<(typeof ACTIVITY_YEARS)[number], boolean>>): Year[] {
  return YEARS.filter((_, index) => activity[ACTIVITY_YEARS[index] ?? 'freshmanYear']);
}
