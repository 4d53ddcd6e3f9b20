import { beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '#tests/factories/users.ts';
import {
  addBooking,
  app,
  double,
  family,
  run,
  startSimplybookTests,
} from '#tests/helpers/scenes/simplybook-scene.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { cleanUp } from '#server/db/clean-up.ts';

let mentor: TestUser;
let parent: TestUser;
let booking: { id: number; status: string };

startSimplybookTests();
beforeEach(async () => {
  ({ mentor, parent } = family);
  await app.database.query('UPDATE users SET show_meetings = true');
  booking = addBooking('2026-11-02 09:30:00');
  await run();
});

/** Receives the callback of the canceled booking, and reads it. */
async function receiveCallback() {
  await app.anonymous.rest('POST', double.callbackPath, {
    booking_id: String(booking.id),
    booking_hash: 'x',
    company: 'gopath',
    notification_type: 'cancel',
  });
  await app.app.jobs.runDue();
}

async function cancel(reason: string) {
  const [meeting] = await app.database.query<{ pk: number; sequence: number }>(
    'SELECT pk, sequence FROM booked_meetings',
  );
  const { data, errors } = await (
    await app.as(parent)
  ).graphql(
    `mutation ($input: CancelMeetingInput!) {
      cancelMeeting(input: $input) { meeting { status cancelReason canceledBy { fullName } } }
    }`,
    { input: { meeting: toGlobalId('BookedMeeting', meeting!.pk), reason, sequence: meeting!.sequence } },
  );
  return { meeting: data?.['cancelMeeting']?.meeting, error: errors?.[0] };
}

const stored = async () => {
  const [meeting] = await app.database.query(
    'SELECT status, cancel_reason AS reason, canceled_by_pk AS "byPk" FROM booked_meetings',
  );
  return meeting;
};
const requests = () => app.database.query('SELECT reason FROM simplybook_cancellations');
const alertsOf = async (user: TestUser) =>
  (await (await app.as(user)).rest('GET', '/api/alerts/')).body.alerts as { title: string; body: string }[];

describe('the reason of a cancellation with SimplyBook', () => {
  it('is kept with its person when their callback is processed before their answer', async () => {
    double.beforeCancelAnswer = receiveCallback;
    const { meeting } = await cancel('Grandma is in hospital');
    expect(meeting).toEqual({
      status: 'canceled',
      cancelReason: 'Grandma is in hospital',
      canceledBy: { fullName: parent.fullName },
    });
    await app.app.jobs.runDue();
    expect((await alertsOf(mentor)).map(({ title }) => title)).toEqual([
      `${parent.fullName} canceled a meeting`,
    ]);
    expect(await alertsOf(parent)).toEqual([]);
    const mails = await app.database.query<{ to: string; text: string }>('SELECT "to", text FROM mails');
    expect(mails.map(({ to }) => to)).toContain(mentor.email);
    for (const { text } of mails) expect(text).toContain('Grandma is in hospital');
    expect(await requests()).toEqual([]);
  });

  it.each([
    ['is kept when the answer is lost, and a sync soon finds the booking canceled', 0, 'Ill'],
    ['is not used for a booking that is canceled there later', 20, 'Canceled in the booking system'],
  ] as const)('%s', async (_claim, minutes, reason) => {
    double.failWith = 503;
    expect((await cancel('Ill')).error?.extensions?.code).toBe('UNAVAILABLE');
    expect(await stored()).toMatchObject({ status: 'booked', byPk: null });
    double.failWith = null;
    booking.status = 'canceled';
    await app.database.query(
      'UPDATE simplybook_cancellations SET valid_until = valid_until - make_interval(mins => $1)',
      [minutes],
    );
    await run();
    expect(await stored()).toEqual({ status: 'canceled', reason, byPk: minutes === 0 ? parent.pk : null });
    expect(await requests()).toEqual([]);
  });

  it('is deleted when the meeting was not canceled in time', async () => {
    double.failWith = 503;
    await cancel('Ill');
    await cleanUp(app.database);
    expect(await requests()).toEqual([{ reason: 'Ill' }]);
    await app.database.query("UPDATE simplybook_cancellations SET valid_until = now() - interval '1 minute'");
    await cleanUp(app.database);
    expect(await requests()).toEqual([]);
    expect(await stored()).toMatchObject({ status: 'booked' });
  });
});
