import { z } from 'zod';
import { YEARS } from '../kernel/years.ts';
import { DEFAULT_MEMBERSHIP_LENGTH, MEMBERSHIP_LENGTHS } from '../memberships/responses.ts';
import { UNKNOWN_LENGTH } from '../memberships/schema.ts';
import { graduationYear, MAX_MAJORS, TOO_MANY_MAJORS } from '../roadmap/schema.ts';
import { birthday, CONSENT_REQUIRED, email, firstName, lastName } from '../session/schema.ts';

/** The messages of the continued sign-up. */
export const SIGN_UP_MESSAGES = {
  notStudent: 'Check this box to continue.',
  majorTwice: 'Choose each major once.',
  /** The session is unknown or has expired. */
  linkExpired: 'This sign-up link no longer works. Sign in, or sign up again.',
  done: 'This sign-up is already complete. Sign in to continue.',
  otherEmail: 'Use the address you signed up with.',
} as const;

/** The secret that connects the steps of a sign-up, from the address of its page. */
export const signUpSession = z.string().min(16, SIGN_UP_MESSAGES.linkExpired).max(4000);

const answers = (thisYear: number) => ({
  first_name: firstName,
  last_name: lastName,
  year: z.enum(YEARS, 'Choose a year'),
  graduation_year: graduationYear(thisYear),
});

/**
 * `POST /api/create_stripe_checkout_session/` (AUTH-030): the answers of the continued sign-up. A student of
 * an external identity provider also enters birthday and consent; others did so when they chose their
 * password.
 */
export function continueSignUpInput(thisYear: number) {
  return z.strictObject({
    email,
    session_id: signUpSession,
    ...answers(thisYear),
    membership_length: z.enum(MEMBERSHIP_LENGTHS, UNKNOWN_LENGTH).default(DEFAULT_MEMBERSHIP_LENGTH),
    school_id: z.string().max(200).nullish(),
    cipcode4_ids: z
      .array(z.string().max(200))
      .max(MAX_MAJORS, TOO_MANY_MAJORS)
      .refine((ids) => new Set(ids).size === ids.length, SIGN_UP_MESSAGES.majorTwice)
      .default([]),
    birthday: birthday.optional(),
    consent: z.boolean().optional(),
  });
}
export type ContinueSignUpInput = z.output<ReturnType<typeof continueSignUpInput>>;

const choice = z.object({ id: z.string(), label: z.string() });

/** Returns the fields of the form (AUTH-012), with the names of the chosen school and majors. */
export function signUpForm(thisYear: number, asksAge: boolean) {
  const given = answers(thisYear);
  return z.object({
    firstName: given.first_name,
    lastName: given.last_name,
    year: given.year,
    graduationYear: given.graduation_year,
    school: choice.nullable(),
    majors: z.array(choice).max(MAX_MAJORS, TOO_MANY_MAJORS),
    isStudent: z.boolean().refine((checked) => checked, SIGN_UP_MESSAGES.notStudent),
    birthday: asksAge ? birthday : z.string(),
    consent: asksAge ? z.boolean().refine((agreed) => agreed, CONSENT_REQUIRED) : z.boolean(),
  });
}
export type SignUpForm = z.output<ReturnType<typeof signUpForm>>;
