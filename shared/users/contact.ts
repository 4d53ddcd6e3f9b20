/** The contact data of a person: phone number, birthday and tracker link. Null removes a value. */
import { z } from 'zod';
import { calendarDate } from '../kernel/dates.ts';
import type { Role } from '../kernel/roles.ts';
import { isOldEnough, UNDER_AGE } from '../session/schema.ts';

export const CONTACT_FIELDS = ['phone_number', 'birthday', 'tracker_link'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** The error of a phone number (USER-029). */
const PHONE = 'Enter a phone number with exactly 10 digits.';
/** The error of a birthday (USER-030). */
const FUTURE_BIRTHDAY = 'Birthday cannot be in the future';
/** The error of a tracker link (USER-031). */
const TRACKER_LINK = 'Enter a full address that starts with https:// or http://.';

const phone = z.string(PHONE).regex(/^\d{10}$/, PHONE);

const birthdayUntil = (today: string, role: Role) =>
  calendarDate('Enter a date, such as 05/31/2009.')
    .refine((date) => date <= today, FUTURE_BIRTHDAY)
    .refine((date) => role !== 'student' || isOldEnough(date, new Date(today)), UNDER_AGE.title);

function isWebAddress(text: string): boolean {
  // The URL parser drops spaces and control characters, so the checked address would differ from the stored one.
  if (!text.isWellFormed() || /[\s\p{Cc}]/u.test(text)) return false;
  return /^https?:\/\//iu.test(text) && URL.canParse(text);
}

const trackerLink = z
  .string(TRACKER_LINK)
  .max(2000, 'Use at most 2000 characters.')
  .refine(isWebAddress, TRACKER_LINK);

/**
 * Returns the schemas of each contact field, for requests and forms.
 * @param today the date in the time zone of the person who enters it: the latest birthday
 * @param role the role of the person with the contact data; a student must be old enough
 */
export function contactSchemas(today: string, role: Role) {
  return {
    phone_number: phone.nullable(),
    birthday: birthdayUntil(today, role).nullable(),
    tracker_link: trackerLink.nullable(),
  } as const satisfies Record<ContactField, z.ZodType>;
}

/** The messages of failed changes (USER-047 to USER-049). */
export const CONTACT_FAILURES: Readonly<Record<ContactField, string>> = {
  phone_number: 'Failed to update phone number',
  birthday: 'Failed to update birthday',
  tracker_link: 'Failed to update tracker link',
};
