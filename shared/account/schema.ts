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
