import { z } from 'zod';

/** Only one line of visible text: no control characters, nothing that turns the text after it, no lone surrogates. */
export const line = z
  .string()
  .trim()
  .refine(
    (text) => !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text) && text.isWellFormed(),
    'Use letters, digits and usual signs only.',
  );

/** A person's e-mail address. */
export const email = line
  .max(254, 'The address is too long.')
  .pipe(z.email('Enter an email address, such as name@example.com.'));

export const firstName = line.min(1, 'Enter your first name.').max(100, 'Use at most 100 characters.');
export const lastName = line.min(1, 'Enter your last name.').max(100, 'Use at most 100 characters.');

/** How long a new password must be. */
export const PASSWORD = { min: 10, max: 200 } as const;

export const newPassword = z
  .string()
  .min(PASSWORD.min, `Use at least ${PASSWORD.min} characters.`)
  .max(PASSWORD.max, `Use at most ${PASSWORD.max} characters.`);

/** What the sign-up form of the identity provider asks. */
export const signUpInput = z.object({
  first_name: firstName,
  last_name: lastName,
  email,
  password: newPassword,
});
export type SignUpInput = z.infer<typeof signUpInput>;

/** `POST /api/session/`: the end of the authorization code flow. */
export const signInInput = z.strictObject({
  code: z.string().min(1).max(2000),
  code_verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/),
  redirect_uri: z.url().max(500),
  /** What the sign-in was begun for: the link of an invitation, and whether a student ticked to be of age. */
  invitation: z.strictObject({ token: z.string().min(1).max(100), is_of_age: z.boolean() }).optional(),
});

/** AUTH-036 */
export const RESET_FAILED = 'Failed to dispatch reset password email';

/** AUTH-035: the words of the identity provider's API. */
export const passwordResetInput = z.strictObject({
  client_id: z.string().min(1).max(200),
  email,
  connection: z.string().min(1).max(200),
});

/** `POST /api/session/revoke/`: the extension's sign-out. */
export const revokeInput = z.strictObject({ refresh_token: z.string().max(4000).optional() });
