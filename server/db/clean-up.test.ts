import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { cleanUp } from './clean-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('deletes old idempotency keys and emails, and keeps what may still be needed', async () => {
  const { database } = app;
  const { pk } = await createUser(database);
  for (const days of [1, 179, 181]) {
    await database.query(
      `INSERT INTO idempotency_keys (user_pk, key, request_hash, created_at)
      VALUES ($1, $2, 'hash', now() - make_interval(days => $3))`,
      [pk, randomUUID(), days],
    );
  }
  for (const [key, state, days] of [
    ['recent', 'sent', 29],
    ['old', 'sent', 31],
    ['recently failed', 'failed', 29],
    ['failed long ago', 'failed', 31],
    ['waiting', 'queued', 31],
  ] as const) {
    await database.query(
      `INSERT INTO mails (key, "to", subject, text, html, state, created_at, sent_at)
      SELECT $1, 'a@gopath.example', 's', 't', 'h', $2::text, at, CASE WHEN $2 = 'sent' THEN at END
      FROM (SELECT now() - make_interval(days => $3::int) AS at) AS days_ago`,
      [key, state, days],
    );
  }
  await cleanUp(database);
  const keys = await database.query<{ count: number }>('SELECT count(*) FROM idempotency_keys');
  const mails = await database.query<{ key: string }>('SELECT key FROM mails ORDER BY key');
  expect(keys[0]?.count).toBe(2);
  expect(mails.map(({ key }) => key)).toEqual(['recent', 'recently failed', 'waiting']);
});

it('keeps the body of a mail that could not be delivered for a week', async () => {
  const { database } = app;
  for (const days of [6, 8]) {
    await database.query(
      `INSERT INTO mails (key, "to", subject, text, html, state, created_at)
      VALUES ($1, 'a@gopath.example', 's', 'link', 'link', 'failed', now() - make_interval(days => $2))`,
      [`failed-${days}`, days],
    );
  }
  await cleanUp(database);
  const mails = await database.query(
    `SELECT key, text, html FROM mails WHERE key LIKE 'failed-%' ORDER BY key`,
  );
  expect(mails).toEqual([
    { key: 'failed-6', text: 'link', html: 'link' },
    { key: 'failed-8', text: '', html: '' },
  ]);
});
