/** The test's own sources of alerts, and the requests, of the API tests about alerts. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Deadline } from '#server/features/alerts/alerts.sources.ts';
import type { AlertFeed } from '#shared/alerts/responses.ts';
import type { TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import type { TestClient } from '../server/test-client.ts';

export let app: TestApp;
/** The deadlines of the test's source. */
let deadlines: Deadline[] = [];

/** Starts the server for the tests of a file, with a source of deadlines and a source of events. */
export function startAlertTests() {
  beforeAll(async () => {
    app = await startTestApp();
    app.services.alerts.registerAlertSource({
      kind: 'test_deadline',
      reason: 'You get this because the task is yours.',
      deadlines: async ({ from, to }, after) =>
        after === null ? deadlines.filter(({ at }) => at >= from && at <= to) : [],
      digest: async (userPk) => {
        const lines = deadlines
          .filter((item) => item.userPk === userPk)
          .map(({ title, path }) => ({ text: title, path }));
        return [{ title: 'Tasks', lines, total: lines.length }];
      },
    });
    app.services.alerts.registerAlertSource({
      kind: 'test_event',
      reason: 'You get this because of a test.',
      alertsOf: async ({ userPks, name }: { userPks: number[]; name: string }) =>
        userPks.map((userPk) => ({
          userPk,
          key: `test:${name}`,
          title: `Event ${name}`,
          path: '/notes/',
          studentPk: null,
        })),
    });
  });
  beforeEach(() => {
    deadlines = [];
  });
  afterAll(() => app.close());
}

/** Replaces the deadlines of the source. */
export function setDeadlines(...given: Deadline[]) {
  deadlines = given;
}

/** Sends a job and runs it. */
export async function run(job: string) {
  await app.app.jobs.send(job, {});
  await app.app.jobs.runDue();
}

/** Alerts people through the source of events. */
export async function announce(name: string, ...users: TestUser[]) {
  await app.services.alerts.announce('test_event', { userPks: users.map(({ pk }) => pk), name });
  await app.app.jobs.runDue();
}

/** Reads a person's alerts. */
export function feed(
  client: TestClient,
  search = '',
): Promise<{ status: number; body: AlertFeed; headers: Headers }> {
  return client.rest('GET', `/api/alerts/${search}`);
}

/** Returns a person's emails, without those about meeting notes. */
export function mailsTo(user: TestUser) {
  return app.database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('to', '=', user.email)
    .where('key', 'not like', 'meeting-note:%')
    .orderBy('pk')
    .execute();
}
