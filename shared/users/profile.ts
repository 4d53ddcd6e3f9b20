/** The settings of a person: their name and time zone. */
import { z } from 'zod';
import { isTimeZone } from '../kernel/time-zone.ts';
import { firstName, lastName } from '../session/schema.ts';

/** `PUT /api/me/profile/` and its form. */
export const profileInput = z.strictObject({
  first_name: firstName,
  last_name: lastName,
  time_zone: z.string('Choose a time zone').refine(isTimeZone, 'This time zone is not known'),
});
export type ProfileInput = z.infer<typeof profileInput>;
