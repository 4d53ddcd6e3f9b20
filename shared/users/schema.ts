import { z } from 'zod';
import { PICTURE_MESSAGES } from '../kernel/picture.ts';
import { ROLES } from '../kernel/roles.ts';
import { THEMES } from '../kernel/themes.ts';

export const themeInput = z.strictObject({
  theme: z.union([z.literal(THEMES.system), z.literal(THEMES.light), z.literal(THEMES.dark)]),
});

/** `PUT /api/me/picture/`: the file in base64. */
export const pictureInput = z.strictObject({ picture: z.base64(PICTURE_MESSAGES.broken) });

/** The input of `assignUser` and `removeUser`. */
export const relationInput = z.object({
  userPk: z.int(),
  targetUserPk: z.int(),
  role: z.enum(ROLES, 'The role is student, parent or mentor.'),
});

/** The parameters of `GET /api/users/search/`. Other values than a text and a role are ignored. */
export const userSearchInput = z.object({
  query: z.string().catch(''),
  role: z.enum(ROLES).nullable().catch(null),
});

/** The maximum number of people that a user search returns. */
export const MAX_FOUND_USERS = 20;

/** The maximum number of people in a drawer. */
export const MAX_PINS = 50;
