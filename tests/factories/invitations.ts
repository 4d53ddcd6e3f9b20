import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { TestUser } from './users.ts';

/** An invitation to a parent that waits for an answer. @returns its global id */
export async function createInvitation(database: Database, inviter: TestUser): Promise<string> {
  const { pk } = await database.kysely
    .insertInto('invitations')
    .values({
      inviterPk: inviter.pk,
      firstName: 'Invited',
      lastName: 'Parent',
      email: `${randomUUID()}@gopath.example`,
      role: 'parent',
      tokenHash: createHash('sha256').update(randomUUID()).digest('base64url'),
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 7 * 86_400_000),
      acceptedAt: null,
      acceptedPk: null,
      revokedAt: null,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return toGlobalId('InvitedUser', pk);
}
