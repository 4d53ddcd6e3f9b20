import { z } from 'zod';
import { email, newPassword } from '../session/schema.ts';

export const WRONG_PASSWORD = 'This is not your current password.';

const currentPassword = z
  .string()
  .min(1, 'Enter your current password.')
  .max(1000, WRONG_PASSWORD)
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

/** `POST /api/account/second_factor/` and its form. */
export const startSecondFactorInput = z.strictObject({ current_password: currentPassword });
export type StartSecondFactorInput = z.infer<typeof startSecondFactorInput>;

/** A one-time code or a recovery code, and the forms that ask for one. */
export const secondFactorCodeInput = z.strictObject({
  code: z
    .string()
    .trim()
    .min(1, 'Enter a code.')
    .max(20, WRONG_CODE)
    .regex(/^[a-z0-9 -]+$/i, WRONG_CODE),
});
export type SecondFactorCodeInput = z.infer<typeof secondFactorCodeInput>;
