import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#shared/account/responses.ts';
import { PASSWORD_TOO_COMMON } from '#shared/session/schema.ts';
import { WRONG_PASSWORD } from '#shared/account/schema.ts';
import { cleanUpIdentity } from '#server/identity/embedded/oidc.repository.ts';
import { createPerson, type Person } from '#tests/factories/people.ts';
import { CookieBrowser, refreshTokens, signIn, signInExtension } from '#tests/helpers/server/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { securityEvents } from '#tests/helpers/database/security-events.ts';

let app: TestApp;
let otherProcess: TestApp;
beforeAll(async () => {
  const env = { TRUSTED_PROXIES: '127.0.0.1' };
  app = await startTestApp({ realSignIn: true, env });
  otherProcess = await startTestApp({ realSignIn: true, env, database: app.database });
});
afterAll(async () => {
  await otherProcess.app.server.close();
  await app.close();
});
beforeEach(() => app.database.query('DELETE FROM rate_limits'));

const NEW_PASSWORD = 'seven lanterns over water';

async function signInOnDevice(person: Person): Promise<{ browser: CookieBrowser; token: string }> {
  const browser = new CookieBrowser(app.address);
  const answer = (await (await signIn(browser, person)).json()) as { access_token: string };
  return { browser, token: answer.access_token };
}

async function call(token: string, method: string, path: string, body?: object, address = app.address) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${address}${path}`, {
    method,
    headers: body === undefined ? { authorization: headers.authorization } : headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>),
  };
}

async function mailsTo(email: string) {
  return app.database.query<{ subject: string; text: string }>(
    'SELECT subject, text FROM mails WHERE "to" = $1 ORDER BY pk',
    [email],
  );
}

async function devicesOf(token: string) {
  const { body } = await call(token, 'GET', '/api/account/');
  return (body as unknown as Account).devices ?? [];
}

const statusOfMe = async (token: string, address = app.address) =>
  (await call(token, 'GET', '/api/me/', undefined, address)).status;

const eventsOf = (person: Person) => securityEvents(app.database, person);

describe('signed-in devices', () => {
  it('are the web and extension sign-ins that still work', async () => {
    const person = await createPerson(app);
    const first = await signInOnDevice(person);
    const second = await signInOnDevice(person);
    await signInExtension(new CookieBrowser(app.address), person);
    const devices = await devicesOf(second.token);
    expect(devices).toHaveLength(3);
    expect(devices.filter(({ client }) => client === 'extension')).toHaveLength(1);
    expect(devices.filter(({ current }) => current)).toHaveLength(1);
    expect(devices[0]).toMatchObject({ browser: 'Unknown browser', city: null });

    await first.browser.fetch('/api/session/', { method: 'DELETE' });
    expect(await devicesOf(second.token)).toHaveLength(2);
  });

  it('name the browser, and for 90 days the city of the sign-in', async () => {
    const person = await createPerson(app);
    const browser = new CookieBrowser(app.address);
    const send = browser.fetch.bind(browser);
    browser.fetch = (path, init) => {
      const headers = new Headers(init?.headers);
      headers.set('user-agent', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0');
      headers.set('x-forwarded-for', '128.12.1.1');
      return send(path, { ...init, headers });
    };
    const { access_token: token } = (await (await signIn(browser, person)).json()) as Record<string, string>;
    const [device] = await devicesOf(token ?? '');
    const city = 'Stanford, United States';
    expect(device).toMatchObject({ client: 'web', browser: 'Firefox on Linux', city, current: true });

    await app.database.query("UPDATE sign_in_devices SET signed_in_at = now() - interval '91 days'");
    await cleanUpIdentity(app.database);
    expect(await devicesOf(token ?? '')).toMatchObject([{ browser: 'Firefox on Linux', city: null }]);
  });

  it('end one by one, at once and in every process', async () => {
    const person = await createPerson(app);
    const here = await signInOnDevice(person);
    const extension = await signInExtension(new CookieBrowser(app.address), person);
    expect(await statusOfMe(extension.access_token, otherProcess.address)).toBe(200);
    const target = (await devicesOf(here.token)).find(({ client }) => client === 'extension');
    const { status } = await call(here.token, 'DELETE', `/api/account/devices/${target?.id}/`);
    expect(status).toBe(204);
    expect(await statusOfMe(extension.access_token)).toBe(401);
    expect(await statusOfMe(extension.access_token, otherProcess.address)).toBe(401);
    const renewal = await refreshTokens(new CookieBrowser(app.address), extension.refresh_token);
    expect(renewal.tokens.error).toBe('invalid_grant');
    expect(await statusOfMe(here.token)).toBe(200);
    expect(await eventsOf(person)).toContain('device_signed_out');
  });

  it('end all but this one', async () => {
    const person = await createPerson(app);
    const others = [await signInOnDevice(person), await signInOnDevice(person)];
    const here = await signInOnDevice(person);
    expect((await call(here.token, 'DELETE', '/api/account/devices/')).status).toBe(204);
    for (const { browser, token } of others) {
      expect(await statusOfMe(token)).toBe(401);
      expect((await browser.fetch('/api/session/refresh/', { method: 'POST' })).status).toBe(401);
    }
    expect((await here.browser.fetch('/api/session/refresh/', { method: 'POST' })).status).toBe(200);
    expect(await devicesOf(here.token)).toMatchObject([{ current: true }]);
  });

  it('of other people are not found', async () => {
    const other = await signInOnDevice(await createPerson(app));
    const [target] = await devicesOf(other.token);
    const { token } = await signInOnDevice(await createPerson(app));
    for (const id of [target?.id, 'nothing']) {
      expect((await call(token, 'DELETE', `/api/account/devices/${id}/`)).status).toBe(404);
    }
    expect(await statusOfMe(other.token)).toBe(200);
  });
});

describe('a new password', () => {
  const change = (token: string, current: string, password: string) =>
    call(token, 'PUT', '/api/account/password/', { current_password: current, password });

  it('ends every sign-in and replaces the old password', async () => {
    const person = await createPerson(app);
    const other = await signInOnDevice(person);
    const here = await signInOnDevice(person);
    expect((await change(here.token, person.password, NEW_PASSWORD)).status).toBe(204);
    for (const token of [here.token, other.token]) expect(await statusOfMe(token)).toBe(401);
    expect((await other.browser.fetch('/api/session/refresh/', { method: 'POST' })).status).toBe(401);
    expect((await signIn(new CookieBrowser(app.address), person)).status).toBe(401);
    const again = await signInOnDevice({ ...person, password: NEW_PASSWORD });
    expect(await statusOfMe(again.token)).toBe(200);
    const mails = await app.database.query('SELECT FROM mails WHERE "to" = $1 AND subject = $2', [
      person.email,
      'Your GoPath password was changed',
    ]);
    expect(mails).toHaveLength(1);
    expect(await eventsOf(person)).toContain('password_changed');
  });

  it('needs the current one and must be strong', async () => {
    const person = await createPerson(app);
    const { token } = await signInOnDevice(person);
    expect(await change(token, 'not the password', NEW_PASSWORD)).toMatchObject({
      status: 422,
      body: { fields: { current_password: WRONG_PASSWORD } },
    });
    expect(await change(token, person.password, '1234567890')).toMatchObject({
      status: 422,
      body: { fields: { password: PASSWORD_TOO_COMMON } },
    });
    expect(await statusOfMe(token)).toBe(200);
    expect(await eventsOf(person)).toContain('password_check_failed');
  });

  it('limits guesses of the current password', async () => {
    const person = await createPerson(app);
    const { token } = await signInOnDevice(person);
    for (let count = 0; count < 10; count++) await change(token, `wrong ${count}`, NEW_PASSWORD);
    expect((await change(token, person.password, NEW_PASSWORD)).status).toBe(429);
  });
});

describe('a new email address', () => {
  const change = (token: string, email: string, password: string) =>
    call(token, 'PUT', '/api/account/email/', { email, current_password: password });
  const linkIn = (text = '') => /token=(\S+)/.exec(text)?.[1] ?? '';
  const newAddress = () => `${crypto.randomUUID()}@gopath.example`;
  const confirm = (token: string) => new CookieBrowser(app.address).submit('/oidc/confirm_email/', { token });

  const REQUESTED = { subject: 'Someone asked to change your GoPath address' };

  it('replaces the old address after confirmation, and the old address is notified of both steps', async () => {
    const person = await createPerson(app);
    const { token } = await signInOnDevice(person);
    const email = newAddress();
    expect((await change(token, email, person.password)).status).toBe(204);
    const [mail] = await mailsTo(email);
    const link = linkIn(mail?.text);
    // Opening the link changes nothing: mail scanners open links.
    const page = await new CookieBrowser(app.address).fetch(`/oidc/confirm_email/?token=${link}`);
    expect(await page.text()).toContain(email);
    expect((await call(token, 'GET', '/api/me/')).body).toMatchObject({ email: person.email });
    expect(await mailsTo(person.email)).toMatchObject([REQUESTED]);

    expect((await confirm(link)).status).toBe(200);
    expect((await confirm(link)).status).toBe(404);
    expect((await call(token, 'GET', '/api/me/')).body).toMatchObject({ email });
    const CHANGED = { subject: 'Your GoPath address was changed' };
    expect(await mailsTo(person.email)).toMatchObject([REQUESTED, CHANGED]);
    // They belong to the person, and not to who has the old address next.
    expect(
      await app.database.query('SELECT user_pk AS pk FROM mails WHERE lower("to") = $1 ORDER BY pk', [
        person.email.toLowerCase(),
      ]),
    ).toEqual([{ pk: person.pk }, { pk: person.pk }]);
    expect((await signIn(new CookieBrowser(app.address), person)).status).toBe(401);
    expect(await statusOfMe((await signInOnDevice({ ...person, email })).token)).toBe(200);
    expect(await eventsOf(person)).toContain('email_changed');
  });

  it('is changed once when the form is sent twice, and both times the page says so', async () => {
    const person = await createPerson(app);
    const { token } = await signInOnDevice(person);
    const email = newAddress();
    await change(token, email, person.password);
    const link = linkIn((await mailsTo(email))[0]?.text);
    const browser = new CookieBrowser(app.address);
    const page = await (await browser.fetch(`/oidc/confirm_email/?token=${link}`)).text();
    const [, key = ''] = /name="page_key" value="([\w-]+)"/.exec(page) ?? [];
    const send = () => browser.submit('/oidc/confirm_email/', { token: link, page_key: key });
    for (const answer of [...(await Promise.all([send(), send()])), await send()]) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('Your email address is changed');
    }
    expect(await mailsTo(person.email)).toHaveLength(2);
    expect((await confirm(link)).status).toBe(404);
    expect((await browser.fetch(`/oidc/confirm_email/?token=${link}`)).status).toBe(404);
  });

  it.each([
    {
      name: 'a password reset',
      end: async ({ email }: Person) => {
        const browser = new CookieBrowser(app.address);
        await browser.submit('/oidc/forgot_password/', { email });
        await app.app.jobs.runDue();
        const token = linkIn((await mailsTo(email)).at(-1)?.text);
        const chosen = await browser.submit('/oidc/reset_password/', { token, password: NEW_PASSWORD });
        expect(chosen.status).toBe(200);
      },
    },
    {
      name: 'disabling the person',
      end: async ({ pk }: Person) => {
        await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [pk]);
        await app.database.query('UPDATE users SET disabled_at = NULL WHERE pk = $1', [pk]);
      },
    },
  ])('cannot be confirmed after $name', async ({ end }) => {
    const person = await createPerson(app);
    const { token } = await signInOnDevice(person);
    const email = newAddress();
    await change(token, email, person.password);
    await end(person);
    expect((await confirm(linkIn((await mailsTo(email))[0]?.text))).status).toBe(404);
    const accounts = await app.database.query('SELECT FROM accounts WHERE email = $1', [person.email]);
    expect(accounts).toHaveLength(1);
  });

  it('that is taken gets the same response and notice; its owner gets an email without a link', async () => {
    const [person, owner] = [await createPerson(app), await createPerson(app)];
    const { token } = await signInOnDevice(person);
    const taken = await change(token, owner.email.toUpperCase(), person.password);
    expect(await mailsTo(person.email)).toMatchObject([REQUESTED]);
    const free = await change(token, newAddress(), person.password);
    expect(taken).toEqual(free);
    const [mail] = await mailsTo(owner.email.toUpperCase());
    expect(mail?.subject).toBe('This address is already on GoPath');
    expect(linkIn(mail?.text)).toBe('');
  });

  it('that was taken after the email was sent is refused', async () => {
    const person = await createPerson(app);
    const { token } = await signInOnDevice(person);
    const email = newAddress();
    await change(token, email, person.password);
    const other = await createPerson(app);
    await app.database.query('UPDATE users SET email = $2 WHERE pk = $1', [other.pk, email]);
    expect((await confirm(linkIn((await mailsTo(email))[0]?.text))).status).toBe(404);
    expect((await call(token, 'GET', '/api/me/')).body).toMatchObject({ email: person.email });
  });

  it('needs the password and replaces an earlier link', async () => {
    const person = await createPerson(app);
    const { token } = await signInOnDevice(person);
    const [first, second] = [newAddress(), newAddress()];
    expect(await change(token, first, 'not the password')).toMatchObject({
      status: 422,
      body: { fields: { current_password: WRONG_PASSWORD } },
    });
    expect((await change(token, person.email, person.password)).status).toBe(422);
    await change(token, first, person.password);
    await change(token, second, person.password);
    expect((await confirm(linkIn((await mailsTo(first))[0]?.text))).status).toBe(404);
    expect((await confirm(linkIn((await mailsTo(second))[0]?.text))).status).toBe(200);
  });
});
