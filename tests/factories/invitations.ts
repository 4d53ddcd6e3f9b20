import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { Role } from '#shared/kernel/roles.ts';
import type { TestUser } from './users.ts';

export interface TestInvitation {
  /** The global id. */
  id: string;
  email: string;
  /** The secret of its link. */
  token: string;
}

/** Creates a pending invitation, by default to a parent. */
export async function createInvitation(
  database: Database,
  inviter: TestUser,
  { role = 'parent', email = `${randomUUID()}@gopath.example` }: { role?: Role; email?: string } = {},
): Promise<TestInvitation> {
  const token = randomBytes(32).toString('base64url');
  const { pk } = await database.kysely
    .insertInto('invitations')
    .values({
      inviterPk: inviter.pk,
      firstName: 'Invited',
      lastName: 'Person',
      email,
      role,
      tokenHash: createHash('sha256').update(token).digest('base64url'),
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 7 * 86_400_000),
      acceptedAt: null,
      acceptedPk: null,
      revokedAt: null,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  return { id: toGlobalId('InvitedUser', pk), email, token };
}
