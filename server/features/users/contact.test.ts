import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  app = await startTestApp();
  family = await createFamily(app.database);
});
afterAll(() => app.close());

const PHONE = 'Enter a phone number with exactly 10 digits.';
const LINK = 'Enter a full address that starts with https:// or http://.';

async function update(viewer: TestUser, field: string, { pk }: { pk: number }, value: unknown) {
  const client = await app.as(viewer);
  return client.rest('POST', `/api/users/update_${field}/${pk}/`, { [field]: value });
}
const see = async (viewer: TestUser, { pk }: { pk: number }) =>
  (await (await app.as(viewer)).rest('GET', `/api/users/${pk}/`)).body;

// covers: USER-010 USER-011 USER-012 USER-019 USER-040 USER-041 USER-042
it('a mentor sees and changes phone number, birthday and tracker link of a student', async () => {
  const { mentor, student } = family;
  const link = 'https://sheets.example/maya?tab=2#now';
  for (const [field, value] of [
    ['phone_number', '4155550132'],
    ['birthday', '2009-05-31'],
    ['tracker_link', link],
  ] as const) {
    expect(await update(mentor, field, student, value)).toMatchObject({
      status: 200,
      body: { [field]: value },
    });
  }
  const contact = { phone: '4155550132', birthday: '2009-05-31', tracker_link: link, email: student.email };
  expect(await see(mentor, student)).toMatchObject({ ...contact, last_name: student.lastName });
  expect(await see(student, student)).toMatchObject(contact);
});

// covers: USER-015
it('everyone changes their own phone number and birthday, and removes them', async () => {
  const adult = await createUser(app.database);
  await app.database.query("UPDATE users SET birthday = '1981-01-31' WHERE pk = $1", [adult.pk]);
  for (const user of [adult, family.parent, family.mentor]) {
    expect((await update(user, 'phone_number', user, '2125550100')).status).toBe(200);
    expect((await update(user, 'birthday', user, '1980-02-29')).status).toBe(200);
    expect(await see(user, user)).toMatchObject({ phone: '2125550100', birthday: '1980-02-29' });
    expect((await update(user, 'phone_number', user, null)).body).toEqual({ phone_number: null });
    expect((await update(user, 'birthday', user, null)).body).toEqual({ birthday: null });
    expect(await see(user, user)).toMatchObject({ phone: '', birthday: null });
    expect((await update(user, 'tracker_link', user, 'https://tracker.example/')).status).toBe(404);
  }
  expect((await see(family.parent, family.parent)).tracker_link).toBeNull();
});

it('hides contact data from a parent, from other parents and mentors, and from staff', async () => {
  const { student, parent, mentor, coMentor } = family;
  const staff = await createUser(app.database, {
    role: 'mentor',
    permissions: ['roadmap.view_roadmap', 'users.view_studentprofilerating', 'users.assign_mentor'],
  });
  const hidden = { email: null, phone: null, birthday: null, tracker_link: null };
  for (const [viewer, person] of [
    [parent, student],
    [staff, student],
    [student, parent],
    [parent, mentor],
    [coMentor, mentor],
  ] as const) {
    expect(await see(viewer, person)).toMatchObject(hidden);
    expect(await update(viewer, 'phone_number', person, '4155550132')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  }
});

// covers: USER-020
it('shows the target points to viewers of the rating', async () => {
  const { student, mentor } = family;
  await app.database.query(
    'INSERT INTO student_profile_ratings (student_pk, target_points) VALUES ($1, 310)',
    [student.pk],
  );
  expect(await see(mentor, student)).toMatchObject({ target_points: 310 });
  const staff = await createUser(app.database, { role: 'mentor', permissions: ['roadmap.view_roadmap'] });
  expect(await see(staff, student)).toMatchObject({ target_points: null });
});

describe('invalid contact data', () => {
  // covers: USER-029 USER-031
  it.each([
    ['phone_number', '415555013', PHONE],
    ['phone_number', '14155550132', PHONE],
    ['phone_number', '415555o132', PHONE],
    ['phone_number', '٤١٥٥٥٥٠١٣٢', PHONE],
    ['phone_number', '', PHONE],
    ['phone_number', 4155550132, PHONE],
    ['phone_number', undefined, PHONE],
    ['tracker_link', 'javascript:alert(1)', LINK],
    ['tracker_link', 'JAVASCRIPT://x/%0aalert(1)', LINK],
    ['tracker_link', 'ftp://tracker.example/', LINK],
    ['tracker_link', 'tracker.example', LINK],
    ['tracker_link', 'https://', LINK],
    ['tracker_link', 'https://tracker.example/\n', LINK],
    ['tracker_link', 'https://tracker.example/\u{0}', LINK],
    ['tracker_link', `https://tracker.example/${'x'.repeat(2000)}`, 'Use at most 2000 characters.'],
    ['birthday', '2026-02-30', 'Enter a date, such as 05/31/2009.'],
    ['birthday', '05/31/2009', 'Enter a date, such as 05/31/2009.'],
  ])('%s %j is refused', async (field, value, message) => {
    const { mentor, student } = family;
    const before = await see(mentor, student);
    expect(await update(mentor, field, student, value)).toMatchObject({
      status: 422,
      body: { code: 'INVALID_INPUT', fields: { [field]: message } },
    });
    expect(await see(mentor, student)).toEqual(before);
  });

  // covers: USER-030
  it('a birthday is today at the latest, in the time zone of the person who enters it', async () => {
    const { mentor, student } = family;
    await app.database.query('UPDATE users SET time_zone = $2 WHERE pk = $1', [
      mentor.pk,
      'Pacific/Auckland',
    ]);
    await app.database.query('UPDATE users SET time_zone = $2 WHERE pk = $1', [
      student.pk,
      'America/Los_Angeles',
    ]);
    // Already March 2 in Auckland, still March 1 in Los Angeles.
    app.clock.set(new Date('2026-03-01T20:00:00Z'));
    expect((await update(mentor, 'birthday', mentor, '2026-03-02')).status).toBe(200);
    expect(await update(student, 'birthday', student, '2026-03-02')).toMatchObject({
      status: 422,
      body: { fields: { birthday: 'Birthday cannot be in the future' } },
    });
  });

  it('a student under 18 cannot make themselves older: their mentor corrects it', async () => {
    app.clock.set(new Date('2026-03-01T20:00:00Z'));
    const { student, mentor } = await createFamily(app.database);
    const refusal = {
      status: 422,
      body: { code: 'INVALID_INPUT', fields: { birthday: 'Ask your mentor to correct your birthday.' } },
    };
    expect((await update(student, 'birthday', student, '2009-05-13')).status).toBe(200);
    expect((await update(student, 'birthday', student, '2009-05-31')).status).toBe(200);
    for (const birthday of ['2008-03-01', '2009-05-30', null]) {
      expect(await update(student, 'birthday', student, birthday)).toMatchObject(refusal);
    }
    expect((await see(student, student)).birthday).toBe('2009-05-31');
    expect((await update(student, 'phone_number', student, null)).status).toBe(200);
    expect((await update(mentor, 'birthday', student, '2008-03-01')).status).toBe(200);
    expect((await update(student, 'birthday', student, null)).status).toBe(200);
  });

  it('a student is at least 13, in the time zone of the person who enters it', async () => {
    const { mentor, student } = family;
    const before = await see(mentor, student);
    for (const [viewer, date] of [
      [mentor, '2013-03-03'],
      [student, '2013-03-02'],
    ] as const) {
      expect(await update(viewer, 'birthday', student, date)).toMatchObject({
        status: 422,
        body: { fields: { birthday: 'GoPath is for students 13 and older' } },
      });
    }
    expect(await see(mentor, student)).toEqual(before);
    expect((await update(mentor, 'birthday', student, '2013-03-02')).status).toBe(200);
  });
});

it('refuses a missing person, a malformed number and further fields', async () => {
  const client = await app.as(family.mentor);
  for (const key of ['2147483647', '2147483648', '0', 'x', '1%20']) {
    const { status } = await client.rest('POST', `/api/users/update_birthday/${key}/`, { birthday: null });
    expect(status, key).toBe(404);
  }
  const path = `/api/users/update_birthday/${family.student.pk}/`;
  for (const body of [{ birthday: null, role: 'mentor' }, [], 'x', null]) {
    expect((await client.rest('POST', path, body)).status).toBe(422);
  }
});
