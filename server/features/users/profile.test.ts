import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFamily, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  app = await startTestApp();
  family = await createFamily(app.database);
});
afterAll(() => app.close());

const save = async (user: TestUser, body: object) =>
  (await app.as(user)).rest('PUT', '/api/me/profile/', body);

it('a person changes their own name and time zone; their mentor sees the name', async () => {
  const { student, mentor } = family;
  const profile = { first_name: ' Zoë ', last_name: 'Adeyemi-Kuti', time_zone: 'Africa/Lagos' };
  expect(await save(student, profile)).toMatchObject({
    status: 200,
    body: { ...profile, first_name: 'Zoë' },
  });
  const own = (await (await app.as(student)).rest('GET', '/api/me/')).body;
  expect(own).toMatchObject({ full_name: 'Zoë Adeyemi-Kuti', time_zone: 'Africa/Lagos' });
  const seen = (await (await app.as(mentor)).rest('GET', `/api/users/${student.pk}/`)).body;
  expect(seen.full_name).toBe('Zoë Adeyemi-Kuti');
});

it.each([
  ['first_name', '', 'Enter your first name.'],
  ['last_name', '   ', 'Enter your last name.'],
  ['first_name', 'x'.repeat(101), 'Use at most 100 characters.'],
  ['first_name', 'Maya\u{202e}', 'Use letters, digits and common symbols only.'],
  ['last_name', 'www.example.com', 'Leave out links and email addresses.'],
  ['time_zone', 'Mars/Olympus', 'This time zone is not known'],
  // The runtime knows these names, the database does not.
  ['time_zone', 'AGT', 'This time zone is not known'],
  ['time_zone', 'SystemV/PST8PDT', 'This time zone is not known'],
  ['time_zone', undefined, 'Choose a time zone'],
])('refuses %s %j', async (field, value, message) => {
  const body = { first_name: 'Maya', last_name: 'Okafor', time_zone: 'UTC', [field]: value };
  expect(await save(family.parent, body)).toMatchObject({
    status: 422,
    body: { code: 'INVALID_INPUT', fields: { [field]: message } },
  });
});
