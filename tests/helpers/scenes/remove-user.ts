import { expect } from 'vitest';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '../server/test-app.ts';

/** Ends the relation of two people, as staff. @returns who did it */
export async function removeUser(app: TestApp, user: TestUser, target: TestUser): Promise<TestUser> {
  const staff = await createUser(app.database, {
    role: 'mentor',
    permissions: ['users.remove_mentor', 'users.remove_parent', 'users.remove_student'],
  });
  const client = await app.as(staff);
  const { errors } = await client.graphql(
    'mutation ($input: RemoveUserInput!) { removeUser(input: $input) { role } }',
    { input: { userPk: user.pk, targetUserPk: target.pk, role: target.role } },
  );
  expect(errors).toBeUndefined();
  return staff;
}
