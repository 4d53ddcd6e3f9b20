/** REST responses about people, in zod/mini because every page loads them. */
import * as z from 'zod/mini';
import { CAPABILITIES } from '../kernel/capabilities.ts';
import { knownList } from '../kernel/known-list.ts';
import { GLOBAL_PERMISSIONS, ROLES } from '../kernel/roles.ts';
import { currentMembership, failedPayment } from '../memberships/responses.ts';
import { PERSON_PERMISSIONS } from './permissions.ts';
import { relatedStudent } from './person.ts';

const pinnedUser = z.object({
  id: z.string(),
  pk: z.number(),
  full_name: z.string(),
  /** The address of the picture; unknown while a new pin is being saved. */
  picture: z.optional(z.nullable(z.string())),
  /** Contains 'view_customuser' if the person is shown (PIN-006). */
  permissions: z.optional(knownList(PERSON_PERMISSIONS)),
});

/** A person in the drawer (PIN-007). */
export type PinnedUser = z.infer<typeof pinnedUser>;
export const pinnedUsers = z.array(pinnedUser);

/** Returns whether the viewer can still see the person (PIN-006); unknown while a new pin is being saved. */
export function isShownInDrawer({ permissions }: PinnedUser): boolean {
  return permissions?.includes('view_customuser') ?? true;
}

/** The response of `GET /api/me/`. */
export const me = z.object({
  id: z.string(),
  pk: z.number(),
  role: z.enum(ROLES),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  email: z.string(),
  /** The address of the picture. */
  picture: z.nullable(z.string()),
  /** Ten digits, or empty (USER-029). */
  phone: z.string(),
  /** A date as yyyy-MM-dd. */
  birthday: z.nullable(z.string()),
  /** Null for people who are not students. */
  tracker_link: z.nullable(z.string()),
  theme: z.number(),
  time_zone: z.string(),
  last_release_viewed: z.string(),
  /** The version of the terms that the person has not agreed to yet; null when there is none. */
  terms_to_accept: z.nullable(z.string()),
  feedback_url: z.string(),
  /** The address of the error-reporting service; null without one. */
  monitoring_dsn: z.nullable(z.string()),
  show_meetings: z.boolean(),
  /** How many more people a student can invite; others have no limit. */
  invites_remaining: z.number(),
  /**
   * How many more reviews of the profile rating a student can request; negative without a limit, 0 for
   * everyone else.
   */
  spr_reviews_remaining: z.number(),
  /** How many more meetings a student can book; negative without a limit (MEET-047), 0 for everyone else. */
  meetings_remaining: z.number(),
  /** The membership of a student; null for everyone else (USER-026). */
  current_simplybook_membership: z.nullable(currentMembership),
  /**
   * The children of a parent whose last payment failed; empty for everyone else. Responses that an earlier version
   * stored on this device do not have it.
   */
  failed_payments: z._default(z.array(failedPayment), []),
  permissions: knownList(GLOBAL_PERMISSIONS),
  /** What this person can do in general; screens read these instead of the role. */
  capabilities: knownList(CAPABILITIES),
  /** Since when the account is disabled. */
  deleted_at: z.nullable(z.string()),
  /** When the account will be deleted; null when no deletion was requested. */
  deletion_due_at: z.nullable(z.string()),
  /** Whether a new student still has to fill in the form of the sign-up. */
  unfinished_sign_up: z.boolean(),
  /** Whether this person can make changes. */
  access: z.enum(['full', 'read_only']),
  /** The student whose parent's view this is; null otherwise. */
  viewing_as: z.nullable(z.object({ pk: z.number(), full_name: z.string() })),
  pinned_users: pinnedUsers,
  /** A parent's children or a mentor's students, by name, each with the last interaction (USER-036). */
  students: z.array(relatedStudent),
  /** Counts the changes of the person's students. */
  students_revision: z.number(),
});
export type Me = z.infer<typeof me>;

/** The response of the contact endpoints: the changed field with its new value. */
export const contactResponse = z.record(z.string(), z.nullable(z.string()));

/** The response of `PUT /api/me/change_theme/`: the chosen theme. */
export const themeResponse = z.object({ theme: z.number() });

/** The response of `PUT /api/me/profile/`: the saved values. */
export const profileResponse = z.object({
  first_name: z.string(),
  last_name: z.string(),
  time_zone: z.string(),
});

/** The response of `POST /api/me/update_last_release_viewed/`. */
export const releaseViewedResponse = z.object({ last_release_viewed: z.string() });
