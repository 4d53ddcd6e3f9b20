import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from '#server/db/clean-up.ts';
import { UNKNOWN_LENGTH } from '#shared/memberships/schema.ts';
import { SIGN_UP_SUCCESSFUL } from '#shared/session/sign-up-results.ts';
import { SIGN_UP_MESSAGES } from '#shared/sign-up/schema.ts';
import { createContinuedSignUp } from '#tests/factories/sign-ups.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const URL = '/api/create_stripe_checkout_session/';
const thisYear = new Date().getFullYear();
const EXPECTED = { status: 200, message: SIGN_UP_SUCCESSFUL, checkout_url: null, continue_url: null };

async function setUp() {
  const student = await createUser(app.database);
  const session = await createContinuedSignUp(app.database, student);
  return { student, session, body: bodyOf(student, session) };
}

function bodyOf({ email }: { email: string }, session: string) {
  return {
    email,
    session_id: session,
    first_name: 'Maya',
    last_name: 'Okafor',
    year: 'JR',
    graduation_year: thisYear + 2,
    school_id: null as string | null,
    cipcode4_ids: [] as string[],
  };
}

const post = (body: object) => app.anonymous.rest('POST', URL, body);
const open = (session: string) => app.anonymous.rest('GET', `/api/sign_up/?session_id=${session}`);

async function stored({ pk }: TestUser) {
  const [row] = await app.database.query(
    `SELECT full_name AS "fullName", year, graduation_year AS "graduationYear", schools.name AS school,
      (SELECT count(*)::int FROM major_interests WHERE roadmap_pk = roadmaps.pk) AS majors
    FROM users LEFT JOIN roadmaps ON roadmaps.student_pk = users.pk LEFT JOIN schools ON schools.pk = school_pk
    WHERE users.pk = $1`,
    [pk],
  );
  return row;
}

describe('a continued sign-up', () => {
  // covers: AUTH-011 AUTH-030 AUTH-032
  it('stores name, year, graduation year, school and majors, once', async () => {
    const { student, session, body } = await setUp();
    expect((await open(session)).body).toEqual({
      state: 'open',
      draft: String(student.pk),
      first_name: student.firstName,
      last_name: student.lastName,
      asks_age: false,
      plans: [],
    });
    const [school] = (await app.anonymous.rest('GET', '/api/get_school/?query=high')).body;
    const majors = (await app.anonymous.rest('GET', '/api/get_cipcode/?query=engineering')).body.slice(0, 2);
    const answer = await post({
      ...body,
      membership_length: 'free',
      school_id: school.id,
      cipcode4_ids: majors.map(({ id }: { id: string }) => id),
    });
    expect([answer.status, answer.body]).toEqual([200, EXPECTED]);
    expect(await stored(student)).toEqual({
      fullName: 'Maya Okafor',
      year: 'JR',
      graduationYear: thisYear + 2,
      school: school.name,
      majors: 2,
    });
    expect((await open(session)).body.state).toBe('complete');
    const again = await post({ ...body, first_name: 'Other' });
    expect([again.status, again.body.detail]).toEqual([409, SIGN_UP_MESSAGES.done]);
    expect(await stored(student)).toMatchObject({ fullName: 'Maya Okafor' });
  });

  // covers: AUTH-031
  it('is yearly by default, which is free without payment settings', async () => {
    const { body } = await setUp();
    expect((await post(body)).body).toEqual(EXPECTED);
  });

  it('is stored once by 20 parallel requests', async () => {
    const { student, body } = await setUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await stored(student)).toMatchObject({ year: 'JR' });
  });

  // covers: AUTH-021 AUTH-024 AUTH-026 AUTH-028 AUTH-029
  it('refuses invalid input and stores nothing', async () => {
    const { student, session, body } = await setUp();
    const [major] = (await app.anonymous.rest('GET', '/api/get_cipcode/?query=history')).body;
    const invalid: [object, string, string][] = [
      [{ first_name: ' ' }, 'first_name', 'Enter your first name.'],
      [{ last_name: '' }, 'last_name', 'Enter your last name.'],
      [{ year: 'XX' }, 'year', 'Choose a year'],
      [{ graduation_year: thisYear - 1 }, 'graduation_year', 'Choose a graduation year from the list'],
      [{ graduation_year: thisYear + 9 }, 'graduation_year', 'Choose a graduation year from the list'],
      [{ graduation_year: '2030' }, 'graduation_year', 'Choose a graduation year'],
      [{ membership_length: 'forever' }, 'membership_length', UNKNOWN_LENGTH],
      [{ cipcode4_ids: [major.id, major.id] }, 'cipcode4_ids', SIGN_UP_MESSAGES.majorTwice],
      [{ cipcode4_ids: ['nonsense'] }, 'cipcode4_ids', 'Choose majors from the list'],
      [{ school_id: 'nonsense' }, 'school_id', 'Choose a school from the list'],
      [{ email: 'other@gopath.example' }, 'email', SIGN_UP_MESSAGES.otherEmail],
    ];
    for (const [wrong, field, message] of invalid) {
      const { status, body: problem } = await post({ ...body, ...wrong });
      expect([status, problem.fields?.[field]], JSON.stringify(wrong)).toEqual([422, message]);
    }
    expect((await post({ ...body, price: 1 })).status).toBe(422);
    expect(await stored(student)).toMatchObject({ fullName: student.fullName, year: null });
    expect((await open(session)).body.state).toBe('open');
    expect((await post(body)).status).toBe(200);
  });

  it('needs a session that exists and has not expired', async () => {
    const { student, session, body } = await setUp();
    const unknown = `${'x'.repeat(42)}A`;
    for (const { status, body: problem } of [
      await open(unknown),
      await post({ ...body, session_id: unknown }),
    ]) {
      expect([status, problem.detail]).toEqual([404, SIGN_UP_MESSAGES.linkExpired]);
    }
    // A known address changes nothing without its session.
    const known = await createUser(app.database);
    expect((await post(bodyOf(known, unknown))).status).toBe(404);
    await app.database.query(`UPDATE continued_sign_ups SET expires_at = now() WHERE user_pk = $1`, [
      student.pk,
    ]);
    expect((await open(session)).status).toBe(404);
    expect((await post(body)).status).toBe(404);
  });
});

describe('a student who signs in before the form is finished', () => {
  const me = async (user: TestUser) => (await (await app.as(user)).rest('GET', '/api/me/')).body;
  const resume = async (user: TestUser) => (await app.as(user)).rest('POST', '/api/me/sign_up/');

  it('continues it with a new session, also long after the first one expired', async () => {
    const { student, session, body } = await setUp();
    expect((await me(student)).unfinished_sign_up).toBe(true);
    const second = await resume(student);
    expect(second.body).toEqual({ state: expect.stringMatching(/^[\w-]{43}$/), email: student.email });
    for (const state of [session, second.body.state]) {
      expect((await open(state)).body).toMatchObject({ state: 'open', draft: String(student.pk) });
    }
    await app.database.query(
      "UPDATE continued_sign_ups SET expires_at = now() - interval '9 days' WHERE user_pk = $1",
      [student.pk],
    );
    await cleanUp(app.database);
    const third = await resume(student);
    const answer = await post({ ...body, session_id: third.body.state });
    expect([answer.status, answer.body]).toEqual([200, EXPECTED]);
    expect(await stored(student)).toMatchObject({ year: 'JR' });
    expect((await me(student)).unfinished_sign_up).toBe(false);
    expect((await resume(student)).status).toBe(404);
  });

  it('finishes it once, with every session', async () => {
    const { student, session, body } = await setUp();
    const { body: second } = await resume(student);
    expect((await post(body)).status).toBe(200);
    expect((await open(session)).body.state).toBe('complete');
    const again = await post({ ...body, session_id: second.state });
    expect([again.status, again.body.detail]).toEqual([409, SIGN_UP_MESSAGES.done]);
  });

  it('is not asked when the account was created by an invitation', async () => {
    for (const role of ['student', 'parent', 'mentor'] as const) {
      const user = await createUser(app.database, { role });
      expect((await me(user)).unfinished_sign_up).toBe(false);
      expect((await resume(user)).status).toBe(404);
    }
  });
});
