import { z } from 'zod';
import { titleText } from '../kernel/text.ts';
import { email, newPassword } from '../session/schema.ts';

/** The maximum lengths of fields. */
export const ACCOUNT_LIMITS = { password: 1000, code: 20, passkeyName: 60 } as const;

export const WRONG_PASSWORD = 'This is not your current password.';

const currentPassword = z
  .string()
  .min(1, 'Enter your current password.')
  .max(ACCOUNT_LIMITS.password, WRONG_PASSWORD)
  .refine((text) => !text.includes('\0'), WRONG_PASSWORD);

/** `PUT /api/account/password/` and its form. */
export const changePasswordInput = z.strictObject({
  current_password: currentPassword,
  password: newPassword,
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

/** `PUT /api/account/email/` and its form. */
export const changeEmailInput = z.strictObject({ email, current_password: currentPassword });
export type ChangeEmailInput = z.infer<typeof changeEmailInput>;

/** The number of recovery codes of a person. */
export const RECOVERY_CODES = 10;

export const WRONG_CODE = 'This code is wrong, or was used already.';

/** Confirms a change of the second factor with the current password, and the form that asks for it. */
export const currentPasswordInput = z.strictObject({ current_password: currentPassword });
export type CurrentPasswordInput = z.infer<typeof currentPasswordInput>;

const code = z
  .string()
  .trim()
  .min(1, 'Enter a code.')
  .max(ACCOUNT_LIMITS.code, WRONG_CODE)
  .regex(/^[a-z0-9 -]+$/i, WRONG_CODE);

/** A one-time code or a recovery code, and the forms that ask for one. */
export const secondFactorCodeInput = z.strictObject({ code });
export type SecondFactorCodeInput = z.infer<typeof secondFactorCodeInput>;

/** New recovery codes need a code; without one-time codes, the password. */
export const renewRecoveryCodesInput = z.strictObject({
  code: code.optional(),
  current_password: currentPassword.optional(),
});
export type RenewRecoveryCodesInput = z.infer<typeof renewRecoveryCodesInput>;

/** The maximum number of passkeys of an account. */
export const MAX_PASSKEYS = 10;

export const TOO_MANY_PASSKEYS = `You have ${MAX_PASSKEYS} passkeys already. Remove one to add another.`;

const base64url = (max: number) => z.base64url().min(1).max(max);
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') };

/** `PUT /api/account/passkeys/:key/` and its form. */
export const renamePasskeyInput = z.strictObject({
  name: titleText({ name: 'A name', max: ACCOUNT_LIMITS.passkeyName }),
});
export type RenamePasskeyInput = z.infer<typeof renamePasskeyInput>;

/** `PUT /api/account/passkeys/`: the passkey that a browser created (WebAuthn). */
export const addPasskeyInput = z.strictObject({
  name: renamePasskeyInput.shape.name,
  credential: z.object({
    ...credential,
    response: z.object({ clientDataJSON: base64url(4000), attestationObject: base64url(16_000) }),
  }),
});
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>;

/** The form that adds a passkey. */
export const addPasskeyForm = z.strictObject({
  name: renamePasskeyInput.shape.name,
  current_password: currentPassword,
});
export type AddPasskeyForm = z.infer<typeof addPasskeyForm>;

/** What a browser returns when a passkey is used (WebAuthn). */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: base64url(100).optional(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>;
