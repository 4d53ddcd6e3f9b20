import { z } from 'zod';
import { plainText, titleText } from '../kernel/text.ts';
import { ACTIVITY_CATEGORY_CODES, MAX_ACTIVITY_BODY } from './activities.ts';

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
