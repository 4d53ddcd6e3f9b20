import { createHash, randomUUID } from 'node:crypto';
import type { Role } from '#shared/kernel/roles.ts';
import { INVITATION_DAYS } from '#shared/invitations/schema.ts';
import { type DemoContext, personOf } from './context.ts';

interface DemoInvitation {
  inviter: string;
  role: Role;
  /** The key of the person who accepted it, or the invited name. */
  accepted?: string;
  name?: string;
  daysAgo: number;
}

export const DEMO_INVITATIONS: readonly DemoInvitation[] = [
  { inviter: 'student', role: 'parent', accepted: 'parent', daysAgo: 40 },
  { inviter: 'student', role: 'parent', name: 'Chidi Okafor', daysAgo: 2 },
  { inviter: 'staff', role: 'mentor', accepted: 'grace.tan', daysAgo: 62 },
  { inviter: 'staff', role: 'student', accepted: 'zoe.papadakis', daysAgo: 33 },
  { inviter: 'staff', role: 'student', name: 'Tomás Ferreira', daysAgo: 12 },
  { inviter: 'staff', role: 'parent', name: 'Helena Papadakis', daysAgo: 3 },
  { inviter: 'staff', role: 'student', name: 'Amelie Dubois', daysAgo: 1 },
];

const DAY_MS = 86_400_000;

/** Adds pending, expired and accepted invitations; the pending ones were never emailed. */
export async function seedInvitations(context: DemoContext): Promise<void> {
  const { database, now } = context;
  for (const { inviter, role, accepted, name, daysAgo } of DEMO_INVITATIONS) {
    const person = accepted === undefined ? null : personOf(context, accepted);
    const [firstName = '', lastName = ''] = (person?.fullName ?? name ?? '').split(' ');
    const createdAt = new Date(now.getTime() - daysAgo * DAY_MS);
    const key = accepted ?? `${firstName}.${lastName}`;
    await database.kysely
      .insertInto('invitations')
      .values({
        inviterPk: personOf(context, inviter).pk,
        firstName,
        lastName,
        email: `${key
          .normalize('NFD')
          .replaceAll(/[^\w.]/g, '')
          .toLowerCase()}@gopath.example`,
        role,
        tokenHash: createHash('sha256').update(randomUUID()).digest('base64url'),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + INVITATION_DAYS * DAY_MS),
        acceptedAt: person && new Date(createdAt.getTime() + DAY_MS),
        acceptedPk: person?.pk ?? null,
        revokedAt: null,
      })
      .execute();
  }
  await database.kysely
    .updateTable('users')
    .set({ invitesRemaining: 2 })
    .where('pk', '=', personOf(context, 'student').pk)
    .execute();
}
