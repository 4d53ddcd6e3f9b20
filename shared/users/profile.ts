/** The settings of a person: their name and time zone. */
import { z } from 'zod';
import { timeZoneName } from '../kernel/time-zone-schema.ts';
import { firstName, lastName } from '../session/schema.ts';

/** `PUT /api/me/profile/` and its form. */
export const profileInput = z.strictObject({
  first_name: firstName,
  last_name: lastName,
  time_zone: timeZoneName,
});
export type ProfileInput = z.infer<typeof profileInput>;
