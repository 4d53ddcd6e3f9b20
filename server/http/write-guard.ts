import { z } from 'zod';
import { type Actor } from '#shared/kernel/actor.ts';
import { READ_ONLY_MESSAGE } from '#shared/kernel/access.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The writes that are allowed when a membership has lapsed. All others are rejected, new ones included. */
export const ALLOWED_WHEN_LAPSED: ReadonlySet<string> = new Set([
  // Queries use POST too. Mutations are checked one by one.
  'POST /graphql',
  'POST /api/alerts/:pk/read/',
  'POST /api/alerts/read_all/',
  'POST /api/me/update_last_release_viewed/',
  'PUT /api/articles/:slug/reading/',
  'POST /api/me/accept_terms/',
  'POST /api/me/sign_up/',
  'PUT /api/account/password/',
  'PUT /api/account/email/',
  'POST /api/account/second_factor/',
  'PUT /api/account/second_factor/',
  'POST /api/account/second_factor/recovery_codes/',
  'POST /api/account/second_factor/remove/',
  'POST /api/account/passkeys/',
  'PUT /api/account/passkeys/',
  'PUT /api/account/passkeys/:key/',
  'POST /api/account/passkeys/:key/remove/',
  'POST /api/users/:key/data_export/',
  'POST /api/data_exports/:key/download/',
  'POST /api/users/:key/deletion/',
  'DELETE /api/users/:key/deletion/',
  'DELETE /api/account/devices/',
  'DELETE /api/account/devices/:id/',
  'POST /api/memberships/:key/checkout/',
  'POST /api/memberships/:key/portal/',
  'mutation createBugReport',
  // Booked meetings stay booked: families can join them, or cancel them so that the mentor does not wait.
  'POST /api/meeting_rooms/:key/seats/',
  'mutation cancelMeeting',
  'mutation keepParentsOut',
  // Reminders are still sent, and people can turn them off.
  'PUT /api/alert_settings/',
  // A leaked calendar link can be revoked. Creating a new one is a write.
  'DELETE /api/calendar_feed/',
  'DELETE /api/me/picture/',
  // A parent can have another child, whose membership is active.
  'POST /api/invitations/:token/accept/',
]);

/**
 * The writes that are allowed when a membership has lapsed only with these inputs: they show the family's data to fewer
 * people. Other inputs of the same writes share it, and are rejected.
 */
export const ALLOWED_INPUTS_WHEN_LAPSED: Readonly<Record<string, z.ZodType>> = {
  'PUT /api/lists/:key/': z.strictObject({ private: z.literal(true) }),
  'mutation shareEssay': z.object({ isShared: z.literal(false) }),
};

/**
 * Rejects a write of a person with read-only access. While viewing as a parent, every write is rejected.
 * @param write `POST /api/lists/` for a route, `mutation createNote` for a mutation
 * @param input the body of the request, or the input of the mutation
 * @throws AppError FORBIDDEN
 */
export function requireWriteAccess(actor: Actor, write: string, input: unknown): void {
  const { access, viewer } = actor;
  if (access.kind === 'full') return;
  const isLapsed = access.reason === 'membership_lapsed' && viewer === undefined;
  if (isLapsed ? isAllowedWhenLapsed(write, input) : write === 'POST /graphql') return;
  throw new AppError('FORBIDDEN', READ_ONLY_MESSAGE);
}

function isAllowedWhenLapsed(write: string, input: unknown): boolean {
  return (
    ALLOWED_WHEN_LAPSED.has(write) || ALLOWED_INPUTS_WHEN_LAPSED[write]?.safeParse(input).success === true
  );
}
