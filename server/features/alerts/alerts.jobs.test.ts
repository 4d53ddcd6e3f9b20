import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { SWEEP_JOB } from './alerts.jobs.ts';
import type { Deadline, NewAlert } from './alerts.sources.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PAGES = 201;

/** Returns a read of pages: `item` fills all of them but the last, which has only `last`. */
function pagesOf<Item>(item: Item, last: Item) {
  let page = 0;
  return (after: Item | null, limit: number): Item[] => {
    page = after === null ? 1 : page + 1;
    return page < PAGES ? Array.from({ length: limit }, () => item) : [last];
  };
}

it('a sweep reads all pages of each source', async () => {
  app.clock.set(new Date('2027-05-05T19:00:00Z'));
  const [user, muted] = [await createUser(app.database), await createUser(app.database)];
  await app.database.query(
    `INSERT INTO alert_settings (user_pk, unsubscribe_token, task_individual_enabled, dynamic_alert_enabled)
    VALUES ($1, 'muted', false, false)`,
    [muted.pk],
  );
  const itemOf = ({ pk: userPk }: TestUser, title: string) => ({
    userPk,
    key: `test:${title}`,
    title,
    path: '/notes/',
    studentPk: null,
    at: new Date('2027-05-05T20:00:00Z'),
  });
  const readAlerts = pagesOf<NewAlert>(itemOf(muted, 'Muted'), itemOf(user, 'Last page'));
  app.services.alerts.registerAlertSource({
    kind: 'test_clock',
    reason: 'You get this because of a test.',
    due: async (_now, after, limit) => readAlerts(after, limit),
  });
  const readDeadlines = pagesOf<Deadline>(itemOf(muted, 'Muted'), itemOf(user, 'Last deadline'));
  app.services.alerts.registerAlertSource({
    kind: 'test_deadline',
    reason: 'You get this because of a test.',
    deadlines: async (_window, after, limit) => readDeadlines(after, limit),
    digest: async () => [],
  });
  await app.app.jobs.send(SWEEP_JOB, {});
  await app.app.jobs.runDue();
  const { alerts } = (await (await app.as(user)).rest('GET', '/api/alerts/')).body;
  expect(alerts.map(({ title }: { title: string }) => title)).toEqual([
    'Due soon: Last deadline',
    'Last page',
  ]);
});
