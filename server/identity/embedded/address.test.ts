/** The server's address can change: people of the embedded provider keep their accounts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, type Person } from '#tests/factories/people.ts';
import { createUser } from '#tests/factories/users.ts';
import { openTestDatabase } from '#tests/helpers/database/test-database.ts';
import { CookieBrowser, signIn, statusOfMe } from '#tests/helpers/server/sign-in.ts';
import { TEST_ISSUER } from '#tests/helpers/server/token-issuer.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { Database } from '#server/db/database.ts';
import { up as removeAddress } from '#server/db/migrations/360-accounts-without-address.ts';

const OLD_ADDRESS = 'https://old.gopath.test';
const NEW_ADDRESS = 'https://new.gopath.test';

let database: Database;
const apps: TestApp[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  for (const { app } of apps) await app.server.close();
  await database.close();
});

async function startAt(publicUrl: string): Promise<TestApp> {
  const app = await startTestApp({ database, realSignIn: true, env: { PUBLIC_URL: publicUrl } });
  apps.push(app);
  return app;
}

/** Signs in at an address. @returns the status of the person's first request */
async function signInAt(publicUrl: string, app: TestApp, person: Person): Promise<number> {
  const browser = new CookieBrowser(app.address, publicUrl);
  const response = await signIn(browser, person, `${publicUrl}/auth/callback/`);
  if (!response.ok) return response.status;
  const { access_token: token } = (await response.json()) as { access_token: string };
  return statusOfMe(app, token);
}

it('people can sign in after the address of the server has changed', async () => {
  const before = await startAt(OLD_ADDRESS);
  const person = await createPerson(before);
  expect(await signInAt(OLD_ADDRESS, before, person)).toBe(200);
  const after = await startAt(NEW_ADDRESS);
  expect(await signInAt(NEW_ADDRESS, after, person)).toBe(200);
});

it('a session continues after the address of the server has changed', async () => {
  const before = await startAt(OLD_ADDRESS);
  const person = await createPerson(before);
  const browser = new CookieBrowser(before.address, OLD_ADDRESS);
  await signIn(browser, person, `${OLD_ADDRESS}/auth/callback/`);
  const after = await startAt(NEW_ADDRESS);
  const moved = new CookieBrowser(after.address, NEW_ADDRESS);
  for (const { name, value, path } of browser.cookies()) moved.setCookie(name, value, path);
  const response = await moved.postJson('/api/session/refresh/', {});
  const { access_token: token } = (await response.json()) as { access_token: string };
  expect(await statusOfMe(after, token)).toBe(200);
});

it('the migration removes the address, and only from accounts of the embedded provider', async () => {
  const app = await startAt(OLD_ADDRESS);
  const person = await createPerson(app);
  const external = await createUser(database);
  await signInAt(OLD_ADDRESS, app, person);
  for (const table of ['users', 'web_sessions']) {
    await database.query(`UPDATE ${table} SET issuer = '${OLD_ADDRESS}/oidc' WHERE subject = $1`, [
      person.subject,
    ]);
  }
  expect(await signInAt(OLD_ADDRESS, app, person)).not.toBe(200);
  await removeAddress(database.kysely as never);
  expect(await signInAt(OLD_ADDRESS, app, person)).toBe(200);
  expect(
    await database.query('SELECT DISTINCT issuer FROM web_sessions WHERE subject = $1', [person.subject]),
  ).toEqual([{ issuer: 'embedded' }]);
  expect(await database.query('SELECT issuer FROM users WHERE pk = $1', [external.pk])).toEqual([
    { issuer: TEST_ISSUER },
  ]);
});
