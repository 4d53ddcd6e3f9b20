import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ realSignIn: true });
});
afterAll(() => app.close());

it.each([
  ['GET', '/healthz'],
  ['POST', '/graphql'],
  ['GET', '/api/me/'],
  ['GET', '/api/nothing/'],
  // Responses of the identity provider itself, and its Not Found.
  ['GET', '/oidc/.well-known/openid-configuration'],
  ['GET', '/oidc/nothing'],
])('%s %s tells the browser what it may do with the answer', async (method, path) => {
  const { headers } = await fetch(`${app.address}${path}`, { method });
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'self';base-uri 'none'") as string,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/) as string,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  });
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.has('x-powered-by')).toBe(false);
});

it.each(['/graphql', '/graphql?query=x', '/api/me/', '/api/nothing/'])(
  '%s is never stored by a cache',
  async (path) => {
    const { headers } = await fetch(app.address + path);
    expect(headers.get('cache-control')).toBe('no-store');
  },
);
