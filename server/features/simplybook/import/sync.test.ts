import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { SimplybookDouble } from '#tests/helpers/doubles/simplybook-double.ts';
import { liftSimplybookLimit, restoreSimplybookLimit } from '#tests/helpers/scenes/simplybook-limit.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { mailSubjects } from '#tests/helpers/database/mail-subjects.ts';

let app: TestApp;
let double: SimplybookDouble;
let mentor: TestUser;
let student: TestUser;
let parent: TestUser;
let staff: TestUser;
let providerId: number;
let clientId: number;
beforeEach(async () => {
  double = await new SimplybookDouble().start();
  app = await startTestApp({ env: double.env() });
  await liftSimplybookLimit(app.database);
  app.clock.set(new Date('2026-10-28T16:00:00Z'));
  ({ mentor, student, parent } = await createFamily(app.database));
  staff = await createUser(app.database, { role: 'mentor', permissions: ['bug_reports.view_report'] });
  providerId = double.addProvider(mentor.email);
  clientId = double.addClient(student.email);
});
afterEach(async () => {
  await restoreSimplybookLimit(app.database);
  await app.close();
  await double.stop();
});

interface StoredMeeting {
  simplybook_id: number;
  name: string;
  provider_pk: number;
  client_pk: number;
  starts_at: Date;
  status: string;
  sequence: number;
}

const meetings = () =>
  app.database.query<StoredMeeting>(
    `SELECT simplybook_id, name, provider_pk, client_pk, starts_at, status, sequence FROM booked_meetings
    ORDER BY starts_at, pk`,
  );
const mailsTo = (user: TestUser) => mailSubjects(app.database, user);

/** Runs a job of the sync, and everything that it queues. */
async function run(job = 'simplybook.sync') {
  await app.app.jobs.send(job, {});
  await app.app.jobs.runDue();
}

const callback = (body: unknown, path = double.callbackPath) => app.anonymous.rest('POST', path, body);
const hint = (id: number, type = 'change') =>
  callback({ booking_id: String(id), booking_hash: 'x', company: 'gopath', notification_type: type });
const connections = async () => (await app.as(staff)).rest('GET', '/api/connections/');
const problems = async () =>
  (await connections()).body.simplybook.problems as { kind: string; reference: string }[];

describe('the sync with SimplyBook', () => {
  it('imports bookings with people found by verified address, quietly at first, in the time zone of the company', async () => {
    // The clocks change on November 1.
    double.addBooking({
      provider_id: providerId,
      client_id: clientId,
      start_datetime: '2026-10-31 09:30:00',
    });
    const booking = double.addBooking({
      provider_id: providerId,
      client_id: clientId,
      start_datetime: '2026-11-02 09:30:00',
    });
    await run();
    await run();
    expect(await meetings()).toMatchObject([
      { starts_at: new Date('2026-10-31T16:30:00Z'), sequence: 0 },
      {
        starts_at: new Date('2026-11-02T17:30:00Z'),
        simplybook_id: booking.id,
        name: 'College counseling',
        sequence: 0,
      },
    ]);
    expect(await mailsTo(student)).toEqual([]);
    const client = await app.as(student);
    const { data } = await client.graphql('{ bookedMeetings(first: 5) { edges { node { simplybookId } } } }');
    expect(data?.['bookedMeetings'].edges).toHaveLength(2);
  });

  it('notifies people of new, moved, canceled, restored and deleted bookings', async () => {
    await run();
    const booking = double.addBooking({
      provider_id: providerId,
      client_id: clientId,
      start_datetime: '2026-11-02 09:30:00',
    });
    await hint(booking.id, 'create');
    await app.app.jobs.runDue();
    Object.assign(booking, { start_datetime: '2026-11-03 09:30:00', end_datetime: '2026-11-03 10:15:00' });
    await run();
    Object.assign(booking, { status: 'canceled' });
    await hint(booking.id, 'cancel');
    await app.app.jobs.runDue();
    expect(await meetings()).toMatchObject([{ status: 'canceled', sequence: 2 }]);
    Object.assign(booking, { status: 'confirmed' });
    await run();
    // Deleted there: it is no longer listed.
    double.bookings.length = 0;
    await run();
    expect(await meetings()).toMatchObject([{ status: 'canceled', sequence: 4 }]);
    const expected = [/^Booked/, /^Moved/, /^Canceled/, /^Booked/, /^Canceled/];
    for (const person of [student, mentor, parent]) {
      expect(await mailsTo(person)).toEqual(expected.map((subject) => expect.stringMatching(subject)));
    }
  });

  it('gives a meeting to another mentor, and cancels it for the previous one', async () => {
    const other = await createUser(app.database, { role: 'mentor' });
    const otherId = double.addProvider(other.email);
    const booking = double.addBooking({
      provider_id: providerId,
      client_id: clientId,
      start_datetime: '2026-11-02 09:30:00',
    });
    await run();
    booking.provider_id = otherId;
    await run();
    expect(await meetings()).toMatchObject([
      { provider_pk: mentor.pk, status: 'canceled' },
      { provider_pk: other.pk, status: 'booked', simplybook_id: booking.id },
    ]);
    expect(await mailsTo(mentor)).toEqual([expect.stringMatching(/^Canceled/)]);
    expect(await mailsTo(other)).toEqual([expect.stringMatching(/^Booked/)]);
  });

  it('ignores an older read that is applied after a newer one', async () => {
    await run();
    const booking = double.addBooking({
      provider_id: providerId,
      client_id: clientId,
      start_datetime: '2026-11-02 09:30:00',
    });
    double.delayMs = 300;
    await hint(booking.id);
    const first = app.app.jobs.runDue();
    while (double.countOf('GET', `/admin/bookings/${booking.id}`) === 0) await new Promise(setImmediate);
    // A second process reads and applies the canceled booking while the first answer is on its way.
    await app.database.query(
      `INSERT INTO simplybook_bookings (company, booking_id, read_number) VALUES ('gopath', $1, nextval('simplybook_reads'))`,
      [booking.id],
    );
    await first;
    expect(await meetings()).toEqual([]);
  });

  it('never guesses: unknown clients, shared addresses, unverified people and parents of several are problems', async () => {
    const twin = double.addClient(student.email);
    const unknown = double.addClient('nobody@gopath.example');
    const unverified = await createUser(app.database);
    await app.database.query('UPDATE users SET subject = NULL, issuer = NULL WHERE pk = $1', [unverified.pk]);
    const unverifiedId = double.addClient(unverified.email);
    const sibling = await createUser(app.database);
    await relate(app.database, sibling, parent);
    await relate(app.database, sibling, mentor);
    const parentId = double.addClient(parent.email);
    for (const [index, client] of [clientId, twin, unknown, unverifiedId, parentId].entries()) {
      double.addBooking({
        provider_id: providerId,
        client_id: client,
        start_datetime: `2026-11-02 1${index}:30:00`,
      });
    }
    double.addBooking({ provider_id: 999, client_id: clientId, start_datetime: '2026-11-03 09:30:00' });
    double.addBooking({
      provider_id: providerId,
      client_id: clientId,
      start_datetime: '2027-03-14 02:30:00',
    });
    await run('simplybook.sync-all');
    expect(await meetings()).toEqual([]);
    expect((await problems()).map(({ kind, reference }) => `${kind} ${reference}`).toSorted()).toEqual(
      [
        `impossible_time ${double.bookings.at(-1)?.id}`,
        `several_children ${parentId}`,
        `shared_email ${clientId}`,
        `shared_email ${twin}`,
        `unknown_client ${unknown}`,
        `unknown_client ${unverifiedId}`,
        'unknown_provider 999',
      ].toSorted(),
    );
    expect(JSON.stringify((await connections()).body)).not.toContain('@');
    // A stored link decides, whatever the address says later.
    await app.database.query(`INSERT INTO simplybook_people VALUES ('gopath', 'client', $1, $2, now())`, [
      unknown,
      student.pk,
    ]);
    await run();
    expect(await meetings()).toMatchObject([{ client_pk: student.pk }]);
  });

  it("books for the parent's only child who is a student of the mentor", async () => {
    const parentId = double.addClient(parent.email);
    double.addBooking({
      provider_id: providerId,
      client_id: parentId,
      start_datetime: '2026-11-02 09:30:00',
    });
    await run();
    expect(await meetings()).toMatchObject([{ client_pk: student.pk }]);
  });

  it('shows the membership of SimplyBook, and its meetings that are left', async () => {
    double.memberships.push({
      id: 1,
      client_id: clientId,
      rest: 3,
      count: 8,
      period_end: '2026-12-31',
      status: 'Active',
      membership: { id: 1, name: 'Eight meetings' },
    });
    await run();
    const me = (await (await app.as(student)).rest('GET', '/api/me/')).body;
    expect(me.current_simplybook_membership).toMatchObject({
      membership_name: 'Eight meetings',
      period_end: '2027-01-01T08:00:00.000Z',
    });
    expect(me.meetings_remaining).toBe(3);

    // SimplyBook decides whether a canceled meeting returns.
    double.addBooking({
      provider_id: providerId,
      client_id: clientId,
      start_datetime: '2026-11-02 09:30:00',
    });
    await run();
    const returning = async () =>
      (
        await (
          await app.as(student)
        ).graphql('{ bookedMeetings(first: 1) { edges { node { returnsToBalance } } } }')
      ).data?.['bookedMeetings'].edges[0].node;
    expect(await returning()).toEqual({ returnsToBalance: null });

    double.memberships.length = 0;
    await run();
    const after = (await (await app.as(student)).rest('GET', '/api/me/')).body;
    expect(after.current_simplybook_membership.membership_name).toBe('Free');
    expect(await returning()).toEqual({ returnsToBalance: false });
  });

  it('shows the membership of a parent to their only child, who keeps their own one', async () => {
    const membership = { rest: 3, count: 8, period_end: '2026-12-31', status: 'Active' };
    const nameShown = async () => {
      await run();
      const me = (await (await app.as(student)).rest('GET', '/api/me/')).body;
      return me.current_simplybook_membership.membership_name;
    };
    const ofParent = { ...membership, id: 1, membership: { id: 1, name: 'Family' } };
    double.memberships.push({ ...ofParent, client_id: double.addClient(parent.email) });
    expect(await nameShown()).toBe('Family');

    const own = { ...membership, id: 2, membership: { id: 2, name: 'Own' } };
    double.memberships.push({ ...own, client_id: clientId });
    expect(await nameShown()).toBe('Own');
    double.memberships.pop();

    const sibling = await createUser(app.database, { role: 'student' });
    await relate(app.database, sibling, parent);
    expect(await nameShown()).toBe('Free');
  });

  it('reads several pages, and continues at the page where an outage interrupted it', async () => {
    for (let index = 0; index < 250; index += 1) {
      const day = String(1 + (index % 9)).padStart(2, '0');
      const time = `${String(Math.floor(index / 9 / 2) + 6).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`;
      double.addBooking({
        provider_id: providerId,
        client_id: clientId,
        start_datetime: `2026-11-${day} ${time}:00`,
      });
    }
    await run('simplybook.sync-all');
    expect(await meetings()).toHaveLength(250);
    expect(
      double.calls.filter(({ path, method }) => path === '/admin/bookings' && method === 'GET'),
    ).toHaveLength(3);
  }, 60_000);

  it('shows an outage as degraded, then as failing, and recovers without losing a change', async () => {
    await run();
    expect((await connections()).body.connections[0]).toMatchObject({ name: 'simplybook', state: 'ok' });
    double.failWith = 500;
    await run();
    expect((await connections()).body.connections[0]).toMatchObject({
      state: 'degraded',
      error: 'unreachable',
      failing_since: '2026-10-28T16:00:00.000Z',
    });
    app.clock.set(new Date('2026-10-28T16:05:00Z'));
    await run();
    await run();
    expect((await connections()).body.connections[0]).toMatchObject({
      state: 'failing',
      failing_since: '2026-10-28T16:00:00.000Z',
    });
    double.addBooking({
      provider_id: providerId,
      client_id: clientId,
      start_datetime: '2026-11-02 09:30:00',
    });
    double.failWith = null;
    await run();
    expect(await meetings()).toHaveLength(1);
    expect((await connections()).body.connections[0]).toMatchObject({ state: 'ok', failing_since: null });
  }, 60_000);
});

describe('the callback of SimplyBook', () => {
  it('looks missing with a wrong secret or company, and rejects a wrong number', async () => {
    expect(
      (await callback({ booking_id: 1, company: 'gopath' }, '/api/simplybook/callback/guess/')).status,
    ).toBe(404);
    expect((await callback({ booking_id: 1, company: 'other' })).status).toBe(404);
    for (const id of ['0', '-1', 'x', '1; DROP TABLE users', 9_999_999_999, null, {}]) {
      expect((await callback({ booking_id: id, company: 'gopath' })).status).toBe(422);
    }
    expect((await callback('[]')).status).toBe(422);
    expect((await callback({ booking_id: 1, company: 'x'.repeat(20_000) })).status).toBe(413);
    await app.app.jobs.runDue();
    expect(double.calls).toEqual([]);
  });

  it('accepts a form, too', async () => {
    const response = await app.anonymous.fetch(double.callbackPath, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ booking_id: '55', company: 'gopath', notification_type: 'create' }),
    });
    expect(response.status).toBe(200);
  });

  it('is harmless when it is replayed 100 times: one fetch, one meeting, one email', async () => {
    await run();
    const booking = double.addBooking({
      provider_id: providerId,
      client_id: clientId,
      start_datetime: '2026-11-02 09:30:00',
    });
    double.calls = [];
    const answers = await Promise.all(Array.from({ length: 100 }, () => hint(booking.id, 'create')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await app.app.jobs.runDue();
    expect(double.countOf('GET', `/admin/bookings/${booking.id}`)).toBe(1);
    expect(await meetings()).toHaveLength(1);
    await hint(booking.id, 'create');
    await app.app.jobs.runDue();
    expect(await mailsTo(student)).toHaveLength(1);
  });
});

it('only staff see connections and start a sync', async () => {
  expect((await (await app.as(mentor)).rest('GET', '/api/connections/')).status).toBe(404);
  double.addBooking({ provider_id: providerId, client_id: clientId, start_datetime: '2026-11-02 09:30:00' });
  expect((await (await app.as(staff)).rest('POST', '/api/connections/simplybook/sync/')).status).toBe(202);
  await app.app.jobs.runDue();
  expect(await meetings()).toHaveLength(1);
  const { body } = await connections();
  expect(body.simplybook).toMatchObject({ company: 'gopath', mentors: 1, clients: 1, is_syncing: false });
  expect(body.simplybook.synced_all_at).toBe('2026-10-28T16:00:00.000Z');
  const { data } = await (await app.as(staff)).graphql('{ dashboardState { connections { name state } } }');
  expect(data?.['dashboardState'].connections).toEqual([
    { name: 'simplybook', state: 'ok' },
    { name: 'payments', state: 'off' },
    { name: 'mail', state: 'off' },
    { name: 'identity', state: 'ok' },
  ]);
});
