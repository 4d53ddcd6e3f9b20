import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson } from '#tests/factories/people.ts';
import { CookieBrowser, refreshTokens, signInExtension, statusOfMe } from '#tests/helpers/server/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ realSignIn: true });
});
afterAll(() => app.close());

describe('refresh tokens', () => {
  it('rotate, and allow two renewals at once', async () => {
    const browser = new CookieBrowser(app.address);
    const first = await signInExtension(browser, await createPerson(app));
    const both = await Promise.all([1, 2].map(() => refreshTokens(browser, first.refresh_token)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set([first.refresh_token, ...both.map(({ tokens }) => tokens.refresh_token)]).size).toBe(3);
    for (const { tokens } of both) expect(await statusOfMe(app, tokens.access_token)).toBe(200);
  });

  it('of which one was used end the sign-in when the other is used, too', async () => {
    const browser = new CookieBrowser(app.address);
    const first = await signInExtension(browser, await createPerson(app));
    const { tokens: lost } = await refreshTokens(browser, first.refresh_token);
    const { tokens: kept } = await refreshTokens(browser, first.refresh_token);
    const { tokens: next } = await refreshTokens(browser, kept.refresh_token);
    expect((await refreshTokens(browser, lost.refresh_token)).tokens.error).toBe('invalid_grant');
    expect((await refreshTokens(browser, next.refresh_token)).tokens.error).toBe('invalid_grant');
    expect(await statusOfMe(app, next.access_token)).toBe(401);
  });

  it('exchanged in parallel never leave two token families', async () => {
    const browser = new CookieBrowser(app.address);
    const first = await signInExtension(browser, await createPerson(app));
    const pair = await Promise.all([1, 2].map(() => refreshTokens(browser, first.refresh_token)));
    const ends = await Promise.all(pair.map(({ tokens }) => refreshTokens(browser, tokens.refresh_token)));
    const alive = [];
    for (const { tokens } of ends) {
      if (tokens.refresh_token === undefined) continue;
      alive.push((await refreshTokens(browser, tokens.refresh_token)).status);
    }
    expect(alive.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('reused after their successor was used end the whole sign-in, and no other', async () => {
    const browser = new CookieBrowser(app.address);
    const person = await createPerson(app);
    const other = await signInExtension(browser, person);
    const first = await signInExtension(browser, person);
    const { tokens: second } = await refreshTokens(browser, first.refresh_token);
    const { tokens: third } = await refreshTokens(browser, second.refresh_token);
    expect(await statusOfMe(app, third.access_token)).toBe(200);
    expect((await refreshTokens(browser, first.refresh_token)).tokens.error).toBe('invalid_grant');
    expect((await refreshTokens(browser, third.refresh_token)).tokens.error).toBe('invalid_grant');
    expect(await statusOfMe(app, third.access_token)).toBe(401);
    expect(await statusOfMe(app, other.access_token)).toBe(200);
  });

  it('end 180 days after the sign-in, however often they are renewed', async () => {
    const browser = new CookieBrowser(app.address);
    const { refresh_token: token } = await signInExtension(browser, await createPerson(app));
    await app.database.query(
      `UPDATE oidc_payloads SET payload = jsonb_set(payload, '{iiat}',
        to_jsonb((payload->>'iiat')::bigint - 170 * 86400)) WHERE kind = 'RefreshToken'`,
    );
    const { tokens } = await refreshTokens(browser, token);
    const [row] = await app.database.query<{ days: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM oidc_payloads
      WHERE kind = 'RefreshToken' AND consumed_at IS NULL AND payload->>'rotations' = '1' ORDER BY expires_at LIMIT 1`,
    );
    expect(row).toEqual({ days: 10 });
    expect((await refreshTokens(browser, tokens.refresh_token)).status).toBe(200);
  });

  it('live thirty days from their last use', async () => {
    const browser = new CookieBrowser(app.address);
    const { refresh_token: token } = await signInExtension(browser, await createPerson(app));
    await app.database.query(
      `DELETE FROM oidc_payloads WHERE kind = 'RefreshToken' AND consumed_at IS NOT NULL`,
    );
    const term = () =>
      app.database.query<{ days: number }>(
        `SELECT round(extract(epoch FROM max(expires_at) - now()) / 86400)::int AS days FROM oidc_payloads
        WHERE kind = 'RefreshToken'`,
      );
    expect(await term()).toEqual([{ days: 30 }]);
    await app.database.query(`UPDATE oidc_payloads SET expires_at = expires_at - interval '20 days'
      WHERE kind = 'RefreshToken'`);
    await refreshTokens(browser, token);
    expect(await term()).toEqual([{ days: 30 }]);
  });

  it('are not stored in a form that can be used', async () => {
    const browser = new CookieBrowser(app.address);
    const { refresh_token: token } = await signInExtension(browser, await createPerson(app));
    const stored = await app.database.query<{ text: string }>(
      'SELECT oidc_payloads::text AS text FROM oidc_payloads',
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.some(({ text }) => text.includes(token))).toBe(false);
  });

  it('of a disabled person are refused', async () => {
    const browser = new CookieBrowser(app.address);
    const person = await createPerson(app);
    const tokens = await signInExtension(browser, person);
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [person.pk]);
    expect(await statusOfMe(app, tokens.access_token)).toBe(401);
    expect((await refreshTokens(browser, tokens.refresh_token)).tokens.error).toBe('invalid_grant');
  });

  it('are revoked by the extension when it signs out', async () => {
    const browser = new CookieBrowser(app.address);
    const tokens = await signInExtension(browser, await createPerson(app));
    const response = await browser.postJson(
      '/api/session/revoke/',
      { refresh_token: tokens.refresh_token },
      { authorization: `Bearer ${tokens.access_token}`, origin: 'chrome-extension://abc' },
    );
    expect(response.status).toBe(204);
    expect(await statusOfMe(app, tokens.access_token)).toBe(401);
    expect((await refreshTokens(browser, tokens.refresh_token)).status).toBe(400);
  });
});
