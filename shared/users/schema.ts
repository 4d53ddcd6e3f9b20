import { z } from 'zod';
import { THEMES } from './themes.ts';

export const themeInput = z.strictObject({
  theme: z.union([z.literal(THEMES.system), z.literal(THEMES.light), z.literal(THEMES.dark)]),
});

/** The most people a user search returns. */
export const MAX_FOUND_USERS = 20;

/** The most people in one drawer. */
export const MAX_PINS = 50;
