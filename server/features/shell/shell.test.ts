import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const report = { name: 'TypeError', frames: ['render (/assets/index.js:1:20)'] };

it('logs known error names and script positions only', async () => {
  const report = await app.services.shell.acceptCrashReport('192.0.2.1', {
    name: 'Dear Maya',
    frames: ['render Maya (https://gopath.test/assets/index-a1.js:1:20)', 'call me at 555-0100'],
  });
  expect(report).toEqual({ name: 'other', frames: ['/assets/index-a1.js:1:20'] });
});

describe('crash reports', () => {
  it('are accepted from everyone, without their messages, up to a limit', async () => {
    expect((await app.anonymous.rest('POST', '/api/crash_reports/', report)).status).toBe(204);
    expect(
      await app.anonymous.rest('POST', '/api/crash_reports/', { ...report, message: 'Dear Maya' }),
    ).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT' } });
    for (let index = 0; index < 19; index += 1)
      await app.anonymous.rest('POST', '/api/crash_reports/', report);
    expect(await app.anonymous.rest('POST', '/api/crash_reports/', report)).toMatchObject({ status: 429 });
  });
});
