/** The family, requests and responses of the API tests about booking. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createAvailability } from '#tests/factories/booking.ts';
import { createFamily, type TestUser } from '#tests/factories/users.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import type { TestClient } from '../server/test-client.ts';

export const NOW = new Date('2027-06-01T00:00:00.000Z');

export let app: TestApp;
export let family: Awaited<ReturnType<typeof createFamily>>;

/** Starts the server for the tests of a file, and creates a family whose mentor has hours for each test. */
export function startBookingTests() {
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.set(NOW);
    family = await createFamily(app.database);
    await createAvailability(app.database, family.mentor);
  });
}

const idOf = (user: TestUser) => toGlobalId('User', user.pk);

export const SLOTS = `query ($mentor: ID!, $student: ID!, $from: DateTime!, $to: DateTime!, $meeting: ID) {
  freeSlots(mentor: $mentor, student: $student, from: $from, to: $to, meeting: $meeting) { timeZone minutes slots } }`;
const BOOK = `mutation ($input: BookMeetingsInput!) { bookMeetings(input: $input) { meetings {
  id name meetId simplybookId startsAt endsAt status sequence series permissions provider { pk } client { pk } } } }`;
export const MOVE = `mutation ($input: RescheduleMeetingInput!) { rescheduleMeeting(input: $input) { meeting {
  id startsAt endsAt sequence meetId } } }`;
export const CANCEL = `mutation ($input: CancelMeetingInput!) { cancelMeeting(input: $input) { meeting {
  status cancelReason sequence permissions canceledBy { pk } } } }`;

interface Pair {
  mentor?: TestUser;
  student?: TestUser;
}

/** Returns the ids of a mentor and a student, as an input has them. */
export const pairInput = ({ mentor = family.mentor, student = family.student }: Pair = {}) => ({
  mentor: idOf(mentor),
  student: idOf(student),
});

/** Returns the free times of a day, as HH:mm in UTC. */
export async function slots(client: TestClient, day = '2027-06-03', pair: Pair = {}) {
  const answer = await client.graphql(SLOTS, {
    ...pairInput(pair),
    from: `${day}T00:00:00Z`,
    to: `${day}T23:59:59Z`,
  });
  return answer.data?.['freeSlots'].slots.map((slot: string) => slot.slice(11, 16)) as string[];
}

/** Books one or several meetings. */
export function book(client: TestClient, startsAt: string | string[], given: object = {}, pair: Pair = {}) {
  return client.graphql(BOOK, {
    input: { ...pairInput(pair), startsAt: [startsAt].flat(), topic: 'Essay ideas', ...given },
  });
}

/** Books one meeting, which must succeed, and returns it. */
export async function bookOne(client: TestClient, startsAt: string, pair: Pair = {}) {
  const answer = await book(client, startsAt, {}, pair);
  expect(answer.errors).toBeUndefined();
  return answer.data?.['bookMeetings'].meetings[0];
}

interface Failure {
  message: string;
  extensions?: { code?: string; fields?: object; current?: { slots: string[] } };
}

/** Returns the first error of a response; undefined if the request succeeded. */
export const failureOf = (answer: { errors?: unknown[] }) => (answer.errors as Failure[] | undefined)?.[0];
