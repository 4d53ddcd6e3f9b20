/** Replays attacks on sessions and tokens against a running server. */
import { describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#tests/factories/people.ts';
import { app, linkTo, startIdentityTests, tokenOf, visitor } from '#tests/helpers/scenes/identity-scene.ts';
import { TEST_PUBLIC_URL } from '#tests/helpers/server/public-url.ts';
import {
  refreshTokens,
  signIn,
  signInExtension,
  startSignIn,
  statusOfMe,
  submitSignIn,
} from '#tests/helpers/server/sign-in.ts';

startIdentityTests();

const NEW_PASSWORD = 'seven lanterns over water';

async function resetPassword(person: Person): Promise<void> {
  await visitor().submit('/oidc/forgot_password/', { email: person.email });
  await app.app.jobs.runDue();
  const token = await linkTo(person.email);
  const answer = await visitor().submit('/oidc/reset_password/', { token, password: NEW_PASSWORD });
  expect(answer.status).toBe(200);
}

describe('an old password after a reset', () => {
  it('gives no code for a sign-in that was submitted earlier', async () => {
    const person = await createPerson(app);
    const browser = visitor();
    const started = await startSignIn(browser);
    const submitted = await browser.submit(started.form, person as never);
    expect(submitted.status).toBe(303);
    await resetPassword(person);
    const resumed = await browser.fetch(submitted.headers.get('location') ?? '');
    expect(resumed.headers.get('location') ?? '').not.toContain('code=');
  });

  it('gives no code for a submitted sign-in that outlived the deletion of its row', async () => {
    const person = await createPerson(app);
    const browser = visitor();
    const started = await startSignIn(browser);
    const submitted = await browser.submit(started.form, person as never);
    await app.database.query(
      `UPDATE accounts SET password_changed_at = clock_timestamp() WHERE subject::text = $1`,
      [person.subject],
    );
    const resumed = await browser.fetch(submitted.headers.get('location') ?? '');
    expect(resumed.headers.get('location') ?? '').not.toContain('code=');
  });

  it('gives no tokens for a code that was issued before', async () => {
    const person = await createPerson(app);
    const browser = visitor();
    const started = await startSignIn(browser);
    const { code } = await submitSignIn(browser, started, person);
    expect(code).not.toBeNull();
    await resetPassword(person);
    const answer = await browser.postJson('/api/session/', {
      code,
      code_verifier: started.verifier,
      redirect_uri: started.redirectUri,
    });
    expect(answer.status).toBe(401);
  });

  it('ends sessions, tokens and the calendar link', async () => {
    const person = await createPerson(app);
    const browser = visitor();
    const token = await tokenOf(await signIn(browser, person));
    const extension = await signInExtension(visitor(), person);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const feed = await fetch(`${app.address}/api/calendar_feed/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ titles_only: false }),
    });
    const { pathname } = new URL(((await feed.json()) as { address: string }).address);
    expect((await fetch(app.address + pathname)).status).toBe(200);
    await resetPassword(person);
    expect((await fetch(app.address + pathname)).status).toBe(404);
    expect(await statusOfMe(app, token)).toBe(401);
    expect((await browser.fetch('/api/session/refresh/', { method: 'POST' })).status).toBe(401);
    expect((await refreshTokens(visitor(), extension.refresh_token)).tokens.error).toBe('invalid_grant');
    expect((await signIn(visitor(), { email: person.email, password: NEW_PASSWORD })).status).toBe(200);
  });

  it('signing out ends the unfinished sign-ins of the account', async () => {
    const person = await createPerson(app);
    const browser = visitor();
    await signIn(browser, person);
    const other = visitor();
    const started = await startSignIn(other);
    const submitted = await other.submit(started.form, person as never);
    expect((await browser.fetch('/api/session/', { method: 'DELETE' })).status).toBe(204);
    const resumed = await other.fetch(submitted.headers.get('location') ?? '');
    expect(resumed.headers.get('location') ?? '').not.toContain('code=');
  });
});

describe('a lost token renewal', () => {
  /** Moves the use of tokens into the past. */
  const letPass = (interval: string) =>
    app.database.query(
      'UPDATE oidc_payloads SET consumed_at = consumed_at - $1::interval WHERE consumed_at IS NOT NULL',
      [interval],
    );

  it.each(['0 seconds', '40 seconds', '10 minutes', '3 days'])(
    'keeps the extension signed in when it comes back after %s',
    async (interval) => {
      const browser = visitor();
      const first = await signInExtension(browser, await createPerson(app));
      await refreshTokens(browser, first.refresh_token);
      await letPass(interval);
      const again = await refreshTokens(browser, first.refresh_token);
      expect(again.status).toBe(200);
      const next = await refreshTokens(browser, again.tokens.refresh_token);
      expect(next.status).toBe(200);
      await letPass(interval);
      expect((await refreshTokens(browser, first.refresh_token)).tokens.error).toBe('invalid_grant');
      expect(await statusOfMe(app, next.tokens.access_token)).toBe(401);
    },
  );

  it.each(['0 seconds', '40 seconds', '10 minutes', '3 days'])(
    'keeps the web app signed in when the server stopped before it stored the result, for %s',
    async (interval) => {
      const browser = visitor();
      await signIn(browser, await createPerson(app));
      const refresh = () => browser.fetch('/api/session/refresh/', { method: 'POST' });
      const [before] = await app.database.query<{ hash: string; token: string }>(
        'SELECT secret_hash AS hash, refresh_token AS token FROM web_sessions ORDER BY created_at DESC LIMIT 1',
      );
      expect((await refresh()).status).toBe(200);
      await app.database.query('UPDATE web_sessions SET refresh_token = $2 WHERE secret_hash = $1', [
        before?.hash,
        before?.token,
      ]);
      await letPass(interval);
      expect((await refresh()).status).toBe(200);
      expect((await refresh()).status).toBe(200);
    },
  );
});

it('enabling a person again makes no old token valid', async () => {
  const person = await createPerson(app);
  const browser = visitor();
  const token = await tokenOf(await signIn(browser, person));
  const extension = await signInExtension(visitor(), person);
  await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [person.pk]);
  await app.database.query('UPDATE users SET disabled_at = NULL WHERE pk = $1', [person.pk]);
  expect(await statusOfMe(app, token)).toBe(401);
  expect(await statusOfMe(app, extension.access_token)).toBe(401);
  expect((await browser.fetch('/api/session/refresh/', { method: 'POST' })).status).toBe(401);
  expect((await refreshTokens(visitor(), extension.refresh_token)).tokens.error).toBe('invalid_grant');
  const headers = { authorization: `Bearer ${extension.access_token}`, 'if-none-match': '"1"' };
  expect((await fetch(`${app.address}/api/alerts/?since=1`, { headers })).status).toBe(401);
});

it('guessing codes of sign-ins stops after 120 failures in 15 minutes from an address', async () => {
  const person = await createPerson(app);
  const guess = async (ip: string) => {
    const { status } = await visitor(ip).postJson('/api/session/', {
      code: 'guess',
      code_verifier: 'x'.repeat(43),
      redirect_uri: `${TEST_PUBLIC_URL}/auth/callback/`,
    });
    return status;
  };
  expect(await guess('198.51.100.7')).toBe(401);
  expect(
    await app.database.query(
      `UPDATE rate_limits SET points = 119 WHERE key LIKE 'session:%'
      RETURNING round((expire - extract(epoch FROM now()) * 1000) / 60000)::int AS minutes`,
    ),
  ).toEqual([{ minutes: 15 }]);
  // A school can share one address, so successful sign-ins do not count.
  expect((await signIn(visitor('198.51.100.7'), person)).status).toBe(200);
  expect(await guess('198.51.100.7')).toBe(401);
  expect(await guess('198.51.100.7')).toBe(429);
  expect(await guess('198.51.100.8')).toBe(401);
});
