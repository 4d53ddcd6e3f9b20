/** The free times and the requests of the tests about booking with SimplyBook. */
import { beforeEach } from 'vitest';
import type { TestUser } from '#tests/factories/users.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { app, double, family, run, startSimplybookTests } from './simplybook-scene.ts';

/** The free times of the tests: two on November 2, and one a week later. */
export const SLOT = '2026-11-02T17:30:00.000Z';
export const NEXT = '2026-11-02T18:30:00.000Z';
export const LATER = '2026-11-09T17:30:00.000Z';

/** Starts the tests of SimplyBook with free times of the mentor. The student is not a client there yet. */
export function startSimplybookBookingTests() {
  startSimplybookTests();
  beforeEach(async () => {
    double.clients.splice(0);
    await app.database.query('UPDATE users SET show_meetings = true');
    double.slots = ['2026-10-31 09:30', '2026-11-02 09:30', '2026-11-02 10:30', '2026-11-09 09:30'];
    await run();
    double.calls = [];
  });
}

/** Returns the ids of the mentor and the student, as input. */
export const pair = () => ({
  mentor: toGlobalId('User', family.mentor.pk),
  student: toGlobalId('User', family.student.pk),
});

/** Returns how many bookings are confirmed there. */
export const bookedThere = () => double.bookings.filter(({ status }) => status === 'confirmed').length;

/** Books meetings of the mentor and the student. @returns the meetings, or the error */
export async function book(
  user: TestUser,
  startsAt: string[],
  given: { topic?: string; idempotencyKey?: string } = {},
) {
  const { data, errors } = await (
    await app.as(user)
  ).graphql(
    `mutation ($input: BookMeetingsInput!) {
      bookMeetings(input: $input) { meetings { id simplybookId startsAt endsAt sequence series } }
    }`,
    { input: { ...pair(), startsAt, topic: 'Essays', ...given } },
  );
  return { meetings: data?.['bookMeetings']?.meetings, error: errors?.[0] };
}

/** Sends a mutation that moves or cancels a meeting. @returns the meeting, or the error */
export async function change(user: TestUser, mutation: string, input: object) {
  const name = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const { data, errors } = await (
    await app.as(user)
  ).graphql(
    `mutation ($input: ${name}!) { ${mutation}(input: $input) { meeting { startsAt status sequence cancelReason } } }`,
    { input },
  );
  return { meeting: data?.[mutation]?.meeting, error: errors?.[0] };
}
