import { z } from 'zod';
import { isVisibleLine } from '../kernel/text.ts';
import { timeZoneName } from '../kernel/time-zone-schema.ts';

/** One line of visible text. */
export const line = z.string().trim().refine(isVisibleLine, 'Use letters, digits and common symbols only.');

/** The maximum length of an email address. */
export const MAX_EMAIL = 254;

/** An email address. */
export const email = line
  .max(MAX_EMAIL, 'The address is too long.')
  .pipe(z.email('Enter an email address, such as name@example.com.'));

/** Matches web addresses and text that mail programs turn into links. Takes linear time for names of any length. */
const LINK = /[/\\@<>]|www\.|\S\S\.\p{L}\p{L}/iu;

export const MAX_PERSON_NAME = 100;

/** Returns the schema of a first or last name. Emails show it, so it cannot contain a link. */
export function personName(required: string) {
  return line
    .min(1, required)
    .max(MAX_PERSON_NAME, `Use at most ${MAX_PERSON_NAME} characters.`)
    .refine((text) => !LINK.test(text), 'Leave out links and email addresses.');
}

export const firstName = personName('Enter your first name.');
export const lastName = personName('Enter your last name.');

/** The length of a new password. */
export const PASSWORD = { min: 10, max: 128 } as const;

export const PASSWORD_TOO_COMMON =
  'This password is too easy to guess. Use several unrelated words, or a password manager.';
export const PASSWORD_TOO_PERSONAL = 'Leave your name and email address out of your password.';

export const newPassword = z
  .string()
  .min(PASSWORD.min, `Use at least ${PASSWORD.min} characters.`)
  .max(PASSWORD.max, `Use at most ${PASSWORD.max} characters.`);

/** The identity provider's sign-up form. The password is chosen on the page of the emailed link. */
export const signUpInput = z.object({ first_name: firstName, last_name: lastName, email });
export type SignUpInput = z.infer<typeof signUpInput>;

/** Children under this age cannot use GoPath. */
export const MIN_AGE = 13;
export const UNDER_AGE = {
  title: 'GoPath is for students 13 and older',
  text: 'We saved nothing about you. A parent may contact us.',
} as const;

const BIRTHDAY = 'Enter your date of birth.';

/** A date of birth; {@link isOldEnough} checks the age. */
export const birthday = z.iso
  .date(BIRTHDAY)
  .refine((date) => date >= '1900-01-01' && date <= new Date().toISOString().slice(0, 10), BIRTHDAY);

/** Returns whether a person born on this day is at least 13. Only the calendar date counts. */
export function isOldEnough(date: string, today = new Date()): boolean {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return Date.UTC(year + MIN_AGE, month - 1, day) <= today.getTime();
}

/** The version of the privacy text that people agree to. Change it with the text. */
export const CONSENT_VERSION = '2026-11-22';
export const CONSENT =
  'I agree that GoPath stores what I enter and shows it to the students, parents and mentors I am connected with.';
export const CONSENT_REQUIRED = 'Agree to create an account.';
const consent = z.literal('on', CONSENT_REQUIRED);

/** The browser's time zone, from a script; missing or unknown zones are ignored. */
const browserTimeZone = timeZoneName.optional().catch(undefined);

/** The page of a sign-up link. */
export const completeSignUpInput = z.object({
  first_name: firstName,
  last_name: lastName,
  birthday,
  password: newPassword,
  consent,
  time_zone: browserTimeZone,
});
export type CompleteSignUpInput = z.infer<typeof completeSignUpInput>;

/** The identity provider's page for invited people. Only students must enter their date of birth. */
export const acceptInput = completeSignUpInput.partial({ birthday: true });
export type AcceptInput = z.infer<typeof acceptInput>;

/** `POST /api/session/`: the end of the authorization code flow. */
export const signInInput = z.strictObject({
  code: z.string().min(1).max(2000),
  code_verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/),
  redirect_uri: z.url().max(500),
  /** The invitation that this sign-in accepts, and a new student's date of birth. */
  invitation: z
    .strictObject({ token: z.string().min(1).max(100), birthday: birthday.optional(), consent: z.boolean() })
    .optional(),
  /** The continued sign-up that this first sign-in completes at an external identity provider. */
  sign_up: z.string().min(1).max(4000).optional(),
  /** The browser's time zone, for people whose zone was never set. Unknown zones are ignored. */
  time_zone: browserTimeZone,
});

/** The message of a failed reset request (AUTH-036). */
export const RESET_FAILED = 'Failed to dispatch reset password email';

/** The input of a reset request, with the names of the identity provider's API (AUTH-035). */
export const passwordResetInput = z.strictObject({
  client_id: z.string().min(1).max(200),
  email,
  connection: z.string().min(1).max(200),
});

/** `POST /api/session/revoke/`: the extension's sign-out. */
export const revokeInput = z.strictObject({ refresh_token: z.string().max(4000).optional() });
