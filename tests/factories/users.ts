import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import type { GlobalPermission, RelationKind, Role } from '#shared/kernel/roles.ts';
import { TEST_ISSUER } from '../helpers/server/token-issuer.ts';

export interface TestUser {
  pk: number;
  role: Role;
  fullName: string;
  firstName: string;
  lastName: string;
  email: string;
  subject: string;
}

/** The number in the newest name. All have the same number of digits, so names sort in the order of creation. */
let count = 100_000;

/** Creates a person with an account; omitted fields get default values. */
export async function createUser(
  database: Database,
  given: { role?: Role; firstName?: string; lastName?: string; permissions?: GlobalPermission[] } = {},
): Promise<TestUser> {
  count += 1;
  const subject = randomUUID();
  const role = given.role ?? 'student';
  const row = await database.kysely
    .insertInto('users')
    .values({
      role,
      firstName: given.firstName ?? role[0]?.toUpperCase() + role.slice(1),
      lastName: given.lastName ?? `Number${count}`,
      email: `${role}.${subject}@gopath.example`,
      issuer: TEST_ISSUER,
      subject,
      birthday: null,
      disabledAt: null,
    })
    .returning(['pk', 'role', 'fullName', 'firstName', 'lastName', 'email'])
    .executeTakeFirstOrThrow();
  for (const permission of given.permissions ?? []) {
    await database.kysely.insertInto('userPermissions').values({ userPk: row.pk, permission }).execute();
  }
  return { ...row, subject };
}

/** Makes a user a parent or mentor of a student. */
export async function relate(database: Database, student: TestUser, user: TestUser): Promise<void> {
  const kind = user.role as RelationKind;
  await database.kysely
    .insertInto('relations')
    .values({ studentPk: student.pk, userPk: user.pk, kind })
    .execute();
}

/** Creates a student with a parent, a mentor and a second mentor, and an unrelated mentor, parent and student. */
export async function createFamily(database: Database) {
  const student = await createUser(database, { role: 'student' });
  const parent = await createUser(database, { role: 'parent' });
  const mentor = await createUser(database, { role: 'mentor' });
  const coMentor = await createUser(database, { role: 'mentor' });
  for (const user of [parent, mentor, coMentor]) await relate(database, student, user);
  const otherStudent = await createUser(database, { role: 'student' });
  const otherParent = await createUser(database, { role: 'parent' });
  const otherMentor = await createUser(database, { role: 'mentor' });
  for (const user of [otherParent, otherMentor]) await relate(database, otherStudent, user);
  return { student, parent, mentor, coMentor, otherStudent, otherParent, otherMentor };
}
