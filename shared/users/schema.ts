import { z } from 'zod';
import { ROLES } from '../kernel/roles.ts';
import { THEMES } from './themes.ts';

export const themeInput = z.strictObject({
  theme: z.union([z.literal(THEMES.system), z.literal(THEMES.light), z.literal(THEMES.dark)]),
});

/** The input of `assignUser` and `removeUser`. */
export const relationInput = z.object({
  userPk: z.int(),
  targetUserPk: z.int(),
  role: z.enum(ROLES, 'The role is student, parent or mentor.'),
});

/** The parameters of `GET /api/users/search/`: anything that is no text or role is ignored. */
export const userSearchInput = z.object({
  query: z.string().catch(''),
  role: z.enum(ROLES).nullable().catch(null),
});

/** The most people a user search returns. */
export const MAX_FOUND_USERS = 20;

/** The most people in one drawer. */
export const MAX_PINS = 50;
