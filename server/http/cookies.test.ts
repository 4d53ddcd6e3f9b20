import { afterAll, expect, it } from 'vitest';
import { createPerson } from '#tests/factories/people.ts';
import { CookieBrowser, signIn, startSignIn } from '#tests/helpers/server/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { hostCookieName, secureCookieName } from './cookies.ts';

let app: TestApp | undefined;
afterAll(() => app?.close());

it('names have a prefix over https only', () => {
  expect(hostCookieName('https://gopath.example', 'a')).toBe('__Host-a');
  expect(secureCookieName('https://gopath.example', 'a')).toBe('__Secure-a');
  expect(hostCookieName('http://localhost:8080', 'a')).toBe('a');
  expect(secureCookieName('http://localhost:8080', 'a')).toBe('a');
});

it('every cookie of a sign-in over https has a prefix and the attributes that the prefix requires', async () => {
  app = await startTestApp({ realSignIn: true });
  const lines: string[] = [];
  const browser = new CookieBrowser(app.address);
  const send = browser.fetch.bind(browser);
  browser.fetch = async (path, init) => {
    const response = await send(path, init);
    lines.push(...response.headers.getSetCookie());
    return response;
  };
  await startSignIn(browser);
  expect((await signIn(browser, await createPerson(app))).status).toBe(200);

  const names = new Set(lines.map((line) => line.slice(0, line.indexOf('=')).replace(/\.sig$/, '')));
  expect(names).toContain('__Host-gopath_session');
  for (const line of lines) {
    expect(line).toMatch(/^__(Host|Secure)-gopath_/);
    expect(line).toMatch(/; secure/i);
    expect(line).toMatch(/; httponly/i);
    if (!line.startsWith('__Host-')) continue;
    expect(line).toMatch(/; path=\/(;|$)/i);
    expect(line).not.toMatch(/; domain=/i);
  }
});
