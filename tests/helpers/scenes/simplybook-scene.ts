/** The family, the double of SimplyBook and the requests of the tests about SimplyBook. */
import { afterEach, beforeEach } from 'vitest';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { SimplybookDouble } from '../doubles/simplybook-double.ts';
import { liftSimplybookLimit, restoreSimplybookLimit } from './simplybook-limit.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import { mailSubjects } from '../database/mail-subjects.ts';

export let app: TestApp;
export let double: SimplybookDouble;
export let family: Awaited<ReturnType<typeof createFamily>>;
/** The numbers of the mentor and the student there. */
export let providerId: number;
export let clientId: number;

/**
 * Starts a server connected to a double for each test, and a family whose mentor and student are known there. Calls
 * are not limited.
 */
export function startSimplybookTests() {
  beforeEach(async () => {
    double = await new SimplybookDouble().start();
    app = await startTestApp({ env: double.env() });
    await liftSimplybookLimit(app.database);
    app.clock.set(new Date('2026-10-28T16:00:00Z'));
    family = await createFamily(app.database);
    providerId = double.addProvider(family.mentor.email);
    clientId = double.addClient(family.student.email);
  });
  afterEach(async () => {
    await restoreSimplybookLimit(app.database);
    await app.close();
    await double.stop();
  });
}

/** Runs a job of the sync, and everything that it queues. */
export async function run(job = 'simplybook.sync') {
  await app.app.jobs.send(job, {});
  await app.app.jobs.runDue();
}

/** Adds a booking of the mentor. @param client its client; without one, the student */
export const addBooking = (start: string, client = clientId) =>
  double.addBooking({ provider_id: providerId, client_id: client, start_datetime: start });

/** Reads all meetings, by start. */
export const meetings = () =>
  app.database.query<{
    simplybook_id: number;
    name: string;
    provider_pk: number;
    client_pk: number;
    booked_by_pk: number | null;
    starts_at: Date;
    status: string;
  }>(
    `SELECT simplybook_id, name, provider_pk, client_pk, booked_by_pk, starts_at, status FROM booked_meetings
    ORDER BY starts_at, pk`,
  );

/** Returns the bookings there of the meetings with a status. */
export const bookingsWith = async (status: string) =>
  (await meetings()).filter((meeting) => meeting.status === status).map((meeting) => meeting.simplybook_id);

/** Returns what staff see of the connection. */
export async function connection() {
  const staff = await createUser(app.database, {
    role: 'mentor',
    permissions: ['bug_reports.view_report'],
  });
  return (await (await app.as(staff)).rest('GET', '/api/connections/')).body.simplybook as {
    synced_at: string;
    problems: { kind: string; reference: string }[];
  };
}

/** Returns the titles and texts of a person's alerts, oldest first. */
export async function alertsOf(user: TestUser): Promise<string[]> {
  const { body } = await (await app.as(user)).rest('GET', '/api/alerts/');
  return body.alerts
    .map((alert: { title: string; body: string }) => `${alert.title}: ${alert.body}`)
    .toReversed();
}

/** Returns the subjects of the emails to a person. */
export const mailsTo = (user: TestUser) => mailSubjects(app.database, user);
