import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFamily, type TestUser } from '#tests/factories/users.ts';
import { SimplybookDouble } from '#tests/helpers/doubles/simplybook-double.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';

let app: TestApp;
let double: SimplybookDouble;
let mentor: TestUser;
let parent: TestUser;
let student: TestUser;
let providerId: number;
let clientId: number;

const FIRST = '2026-11-02T17:30:00.000Z';
/** Overlaps the meeting with the other mentor. */
const OVERLAPPING = '2026-11-09T17:30:00.000Z';
/** Starts when the meeting with the other mentor ends. */
const AFTER = '2026-11-09T17:45:00.000Z';

beforeEach(async () => {
  double = await new SimplybookDouble().start();
  app = await startTestApp({ env: double.env() });
  app.clock.set(new Date('2026-10-28T16:00:00Z'));
  const family = await createFamily(app.database);
  ({ mentor, parent, student } = family);
  await app.database.query('UPDATE users SET show_meetings = true');
  providerId = double.addProvider(mentor.email);
  clientId = double.addClient(student.email);
  double.slots = ['2026-11-02 09:30', '2026-11-02 09:45', '2026-11-09 09:30', '2026-11-09 09:45'];
  double.addBooking({
    provider_id: double.addProvider(family.coMentor.email),
    client_id: clientId,
    start_datetime: '2026-11-09 09:00:00',
  });
  await run();
});
afterEach(async () => {
  await app.close();
  await double.stop();
});

/** Fills the token bucket, so that tests do not wait for it. */
const refill = () => app.database.query('UPDATE simplybook_connections SET tokens = 5');

async function run() {
  await refill();
  await app.app.jobs.send('simplybook.sync', {});
  await app.app.jobs.runDue();
}

async function asParent(query: string, variables: Record<string, unknown>) {
  await refill();
  const { data, errors } = await (await app.as(parent)).graphql(query, variables);
  return { data, error: errors?.[0] };
}

const pair = () => ({ mentor: toGlobalId('User', mentor.pk), student: toGlobalId('User', student.pk) });
const book = (startsAt: string[]) =>
  asParent(
    'mutation ($input: BookMeetingsInput!) { bookMeetings(input: $input) { meetings { id startsAt } } }',
    { input: { ...pair(), topic: 'Essays', startsAt } },
  );
const move = (input: { meeting: string; startsAt: string; sequence: number }) =>
  asParent(
    'mutation ($input: RescheduleMeetingInput!) { rescheduleMeeting(input: $input) { meeting { startsAt } } }',
    { input },
  );
/** The bookings of the mentor in SimplyBook. */
const bookedThere = () =>
  double.bookings
    .filter((booking) => booking.provider_id === providerId && booking.status === 'confirmed')
    .map(({ start_datetime: start }) => start);

describe('a student who has a meeting with another mentor', () => {
  it('sees the same free times in the list, in a series and when booking', async () => {
    const { data } = await asParent(
      `query ($mentor: ID!, $student: ID!) {
        freeSlots(mentor: $mentor, student: $student, from: "2026-10-28T00:00:00Z", to: "2026-11-10T00:00:00Z") { slots }
        seriesSlots(mentor: $mentor, student: $student, startsAt: "${FIRST}", weeks: 1, times: 2) { startsAt isFree }
      }`,
      pair(),
    );
    expect(data?.['freeSlots'].slots).toEqual([FIRST, '2026-11-02T17:45:00.000Z', AFTER]);
    expect(data?.['seriesSlots']).toEqual([
      { startsAt: FIRST, isFree: true },
      { startsAt: OVERLAPPING, isFree: false },
    ]);
    for (const starts of [[OVERLAPPING], [FIRST, OVERLAPPING]]) {
      expect((await book(starts)).error).toMatchObject({
        message: 'That time was just taken',
        extensions: { code: 'CONFLICT', current: { slots: [AFTER] } },
      });
    }
    expect(bookedThere()).toEqual([]);
    expect((await book([AFTER])).error).toBeUndefined();
    expect(bookedThere()).toEqual(['2026-11-09 09:45:00']);
  });

  it('cannot move another meeting to that time, but can move one to a time that overlaps its own', async () => {
    const { data } = await book([FIRST]);
    const meeting: string = data?.['bookMeetings'].meetings[0].id;
    expect((await move({ meeting, startsAt: OVERLAPPING, sequence: 0 })).error).toMatchObject({
      message: 'That time was just taken',
      extensions: { current: { slots: [AFTER] } },
    });
    expect(bookedThere()).toEqual(['2026-11-02 09:30:00']);
    expect(
      (await move({ meeting, startsAt: '2026-11-02T17:45:00.000Z', sequence: 0 })).error,
    ).toBeUndefined();
    expect(bookedThere()).toEqual(['2026-11-02 09:45:00']);
  });
});
