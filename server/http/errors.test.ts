import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { toLoggedError } from './errors.ts';

const log: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'info' }, logTo: { write: (line) => log.push(line) } });
});
afterAll(() => app.close());

it('logs a violated constraint without the row that violates it', async () => {
  const { jobs } = app.app;
  jobs.register(
    'test.violates',
    () =>
      app.database.transaction(async () => {
        await app.database.query(
          `INSERT INTO mails (key, "to", subject, text, html)
          VALUES ('key', 'maya@gopath.example', repeat('Maya ', 100), '', '')`,
        );
      }),
    { retries: 0 },
  );
  await jobs.start();
  await jobs.send('test.violates', {});
  await jobs.runDue();
  const line = log.find((one) => one.includes('test.violates')) ?? '';
  expect(JSON.parse(line)).toMatchObject({
    msg: 'job failed',
    err: {
      type: 'DatabaseError',
      message: expect.stringContaining('violates check constraint') as string,
      stack: expect.stringContaining('errors.test.ts') as string,
      code: '23514',
      table: 'mails',
      constraint: 'mails_subject_check',
    },
  });
  expect(line.toLowerCase()).not.toContain('maya');
});

it('logs the cause of an error, and nothing of a value that is not an error', () => {
  const error = new Error('outer', { cause: new TypeError('inner') });
  expect(toLoggedError(error)).toMatchObject({
    type: 'Error',
    message: 'outer',
    cause: { type: 'TypeError', message: 'inner' },
  });
  expect(toLoggedError({ name: 'Maya' })).toEqual({ type: 'object', message: '', stack: '' });
});
