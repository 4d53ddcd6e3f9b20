import type { Role } from '#shared/kernel/roles.ts';
import type { TestApp } from '../helpers/server/test-app.ts';
import { createUser, type TestUser } from './users.ts';

/** A person who can sign in at the embedded identity provider. */
export interface Person extends TestUser {
  password: string;
}

/** Creates a person with a password. */
export async function createPerson(
  { app, database }: TestApp,
  given: { role?: Role; password?: string } = {},
): Promise<Person> {
  const { accounts, issuer } = app.identity;
  if (accounts === null) throw new Error('People of an external provider sign up there.');
  const user = await createUser(database, given);
  const password = given.password ?? 'correct horse battery';
  const { email, firstName, lastName } = user;
  const passwordHash = await accounts.hashPassword(password);
  const subject = await accounts.create({ email, passwordHash, firstName, lastName });
  await database.kysely.updateTable('users').set({ issuer, subject }).where('pk', '=', user.pk).execute();
  return { ...user, subject, password };
}
