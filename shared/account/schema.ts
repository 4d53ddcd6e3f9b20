import { z } from 'zod';
import { newPassword } from '../session/schema.ts';

export const WRONG_PASSWORD = 'This is not your current password.';

/** `PUT /api/account/password/` and its form. */
export const changePasswordInput = z.strictObject({
  current_password: z
    .string()
    .min(1, 'Enter your current password.')
    .max(1000, WRONG_PASSWORD)
    .refine((text) => !text.includes('\0'), WRONG_PASSWORD),
  password: newPassword,
});
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;
