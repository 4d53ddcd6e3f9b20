import { CONSENT_VERSION } from '#shared/session/schema.ts';
import { CURRENT_RELEASE } from '#shared/shell/current-release.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Database } from '../database.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts';
import { type DemoContext, personOf, type SeededPerson } from './context.ts';
import { seedEssays } from './essays.ts';
import { seedAvailability } from './availability.ts';
import { seedInteractions } from './interactions.ts';
import { seedInvitations } from './invitations.ts';
import { seedMemberships } from './memberships.ts';
import { seedLearning } from './learning.ts';
import { seedNotes } from './notes.ts';
import { DEMO_FAMILIES, DEMO_PEOPLE, DEMO_PINS } from './people.ts';
import { seedRatings } from './ratings.ts';
import { seedRoadmaps } from './roadmaps.ts';
import { seedTasks } from './tasks.ts';

async function seedPeople(
  database: Database,
  identity: Pick<Identity, 'accounts' | 'issuer'>,
): Promise<Map<string, SeededPerson>> {
  const people = new Map<string, SeededPerson>();
  const { accounts } = identity;
  const returned = ['pk', 'role', 'firstName', 'fullName'] as const;
  for (const { email, role, firstName, lastName, permissions } of DEMO_ACCOUNTS) {
    const subject =
      accounts === null
        ? null
        : await accounts.create({
            email,
            passwordHash: await accounts.hashPassword(DEMO_PASSWORD),
            firstName,
            lastName,
          });
    const person = await database.kysely
      .insertInto('users')
      .values({
        role,
        firstName,
        lastName,
        email,
        issuer: subject === null ? null : identity.issuer,
        subject,
        lastReleaseViewed: CURRENT_RELEASE,
        consentVersion: CONSENT_VERSION,
        consentedAt: new Date(),
      })
      .returning(returned)
      .executeTakeFirstOrThrow();
    if (permissions.length > 0) {
      await database.kysely
        .insertInto('userPermissions')
        .values(permissions.map((permission) => ({ userPk: person.pk, permission })))
        .execute();
    }
    people.set(email.slice(0, email.indexOf('@')), person);
  }
  for (const { key, role, firstName, lastName } of DEMO_PEOPLE) {
    const email = `${key}@gopath.example`;
    const person = await database.kysely
      .insertInto('users')
      .values({ role, firstName, lastName, email })
      .returning(returned)
      .executeTakeFirstOrThrow();
    people.set(key, person);
  }
  return people;
}

async function seedRelations(context: DemoContext) {
  for (const [student, others] of Object.entries(DEMO_FAMILIES)) {
    for (const other of others) {
      const { pk, role } = personOf(context, other);
      await context.database.kysely
        .insertInto('relations')
        .values({
          studentPk: personOf(context, student).pk,
          userPk: pk,
          kind: role === 'parent' ? 'parent' : 'mentor',
        })
        .execute();
    }
  }
  for (const [user, pinned] of Object.entries(DEMO_PINS)) {
    for (const key of pinned) {
      await context.database.kysely
        .insertInto('pins')
        .values({ userPk: personOf(context, user).pk, pinnedPk: personOf(context, key).pk })
        .execute();
    }
  }
}

/**
 * Fills an empty database with demo data in one transaction.
 * @returns whether this database has the demo data
 */
export async function seedDemo({
  database,
  identity,
  now = new Date(),
}: {
  database: Database;
  identity: Pick<Identity, 'accounts' | 'issuer'>;
  now?: Date;
}): Promise<boolean> {
  const existing = await database.query<{ email: string }>(
    'SELECT email FROM users WHERE email = $1 UNION ALL (SELECT email FROM users LIMIT 1)',
    [DEMO_ACCOUNTS[0]?.email],
  );
  if (existing.length > 0) return existing[0]?.email === DEMO_ACCOUNTS[0]?.email;
  await database.transaction(async () => {
    const context: DemoContext = { database, people: await seedPeople(database, identity), now };
    await seedRelations(context);
    await seedMemberships(database);
    await seedInvitations(context);
    await seedNotes(context);
    await seedAvailability(context);
    await seedRoadmaps(context);
    await seedRatings(context);
    await seedEssays(context);
    await seedTasks(context);
    await seedInteractions(context);
    await seedLearning(context);
  });
  return true;
}
