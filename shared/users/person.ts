/** REST responses about one person, in zod/mini because the browser loads them. */
import * as z from 'zod/mini';
import { knownList } from '../kernel/known-list.ts';
import { lastInteraction } from '../interactions/responses.ts';
import { ROLES } from '../kernel/roles.ts';
import { YEARS } from '../kernel/years.ts';
import { PERSON_PERMISSIONS } from './permissions.ts';

/** A parent, mentor or student of the person. */
const relative = z.object({
  id: z.string(),
  object_id: z.number(),
  pk: z.number(),
  full_name: z.string(),
  /** The address of the picture. */
  picture: z.nullable(z.string()),
  role: z.enum(ROLES),
});
export type Relative = z.infer<typeof relative>;

/** A student of a parent or mentor, with the last interaction (USER-023). */
export const relatedStudent = z.extend(relative, {
  last_interaction: z.nullable(lastInteraction),
  /** Contains 'view_interaction' if the viewer can see the student's interactions. */
  permissions: knownList(PERSON_PERMISSIONS),
});
export type RelatedStudent = z.infer<typeof relatedStudent>;

/** A person that the search found. Only holders of `disable_user` find disabled people. */
const foundUser = z.extend(relative, { disabled: z.boolean() });
export type FoundUser = z.infer<typeof foundUser>;

/** The response of `GET /api/users/search/` (USER-037). */
export const foundUsers = z.array(foundUser);

/** The response of `GET /api/users/{id}/` (USER-017, USER-038). Data that the viewer cannot see is null or empty. */
export const person = z.object({
  id: z.string(),
  /** The same number as pk; the specification uses both names (USER-018). */
  object_id: z.number(),
  pk: z.number(),
  role: z.enum(ROLES),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.nullable(z.string()),
  /** Ten digits (USER-029). */
  phone: z.nullable(z.string()),
  /** A date as yyyy-MM-dd. */
  birthday: z.nullable(z.string()),
  /** Null for people who are not students; empty when there is none, like the phone number. */
  tracker_link: z.nullable(z.string()),
  /** The address of the picture. */
  picture: z.nullable(z.string()),
  year: z.nullable(z.enum(YEARS)),
  target_points: z.nullable(z.number()),
  /** For a student. */
  last_interaction: z.nullable(lastInteraction),
  permissions: knownList(PERSON_PERMISSIONS),
  /** When and why the account was disabled; for viewers with `disable_user` (USER-024). */
  deleted_at: z.nullable(z.string()),
  disabled_reason: z.nullable(z.string()),
  /** Whether the viewer can assign or remove people for this person (USER-022). */
  has_relation_perm: z.boolean(),
  /** Of a parent or mentor: the students that the viewer shares with them; all for staff who can remove them. */
  students: z.array(relatedStudent),
  parents: z.array(relative),
  mentors: z.array(relative),
});
export type Person = z.infer<typeof person>;
