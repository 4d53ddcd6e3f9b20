import { z } from 'zod';
import { plainText, titleText } from '../kernel/text.ts';

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

const editable = {
  body: plainText({ name: 'Description', max: MAX_ACTIVITY_BODY }),
  freshmanYear: z.boolean(),
  sophomoreYear: z.boolean(),
  juniorYear: z.boolean(),
  seniorYear: z.boolean(),
};

/** A new activity (ACTV-006, ACTV-008 to ACTV-010). */
export const newActivity = z.strictObject({
  name: titleText({ name: 'Activity name', max: 100 }),
  category: z.enum(ACTIVITY_CATEGORY_CODES, 'Choose a category'),
  ...editable,
});
export type NewActivity = z.infer<typeof newActivity>;

/** The changeable fields of an activity; the name cannot change (ACTV-007). */
export const activityChange = z.strictObject(editable).partial();
export type ActivityChange = z.infer<typeof activityChange>;
