/** Replays attacks on accounts against a running server. */
import { describe, expect, it } from 'vitest';
import { createPerson } from '#tests/factories/people.ts';
import { createUser } from '#tests/factories/users.ts';
import { app, linkTo, startIdentityTests, tokenOf, visitor } from '#tests/helpers/scenes/identity-scene.ts';
import { type CookieBrowser, signIn, startSignIn, submitSignIn } from '#tests/helpers/server/sign-in.ts';

startIdentityTests();

const PASSWORD = 'violet tractor hums softly';

describe('hijacking a sign-up', () => {
  async function signUp(email: string, extra: Record<string, string> = {}) {
    const browser = visitor();
    const { form } = await startSignIn(browser, { screen_hint: 'sign_up' });
    const fields = { first_name: 'Eve', last_name: 'Stranger', email, ...extra };
    return browser.submit(`${form}sign_up/`, fields);
  }

  it('the owner’s click never activates a password that someone else chose', async () => {
    const email = 'owner@gopath.example';
    await signUp(email);
    const ownersLink = await linkTo(email);
    await signUp(email, { password: 'the attacker knows this' });
    for (const token of [ownersLink, await linkTo(email)]) {
      const fields = { first_name: 'Owner', last_name: 'Own', birthday: '2009-05-01', consent: 'on' };
      await visitor().submit('/oidc/verify_email/', { token, ...fields, password: PASSWORD });
    }
    const attacker = { email, password: 'the attacker knows this' };
    expect((await signIn(visitor(), attacker)).status).toBe(401);
    expect((await signIn(visitor(), { email, password: PASSWORD })).status).toBe(200);
  });

  it('a pre-provisioned mentor gets an account only by an invitation', async () => {
    const mentor = await createUser(app.database, { role: 'mentor' });
    await app.database.query('UPDATE users SET issuer = NULL, subject = NULL WHERE pk = $1', [mentor.pk]);
    expect((await signUp(mentor.email)).status).toBe(200);
    expect(await linkTo(mentor.email)).toBe('');
    const [row] = await app.database.query('SELECT issuer, subject FROM users WHERE pk = $1', [mentor.pk]);
    expect(row).toEqual({ issuer: null, subject: null });
  });
});

it('the authorization response names its issuer, and all endpoints are on its origin', async () => {
  const person = await createPerson(app);
  const browser = visitor();
  const started = await startSignIn(browser);
  const { config } = started;
  for (const address of [config.authorization_endpoint, config.token_endpoint]) {
    expect(new URL(address).origin).toBe(new URL(config.issuer).origin);
  }
  let response = await browser.submit(started.form, person as never);
  let location = response.headers.get('location') ?? '';
  for (let hops = 0; hops < 5 && !location.includes('code='); hops++) {
    response = await browser.fetch(location);
    location = response.headers.get('location') ?? '';
  }
  expect(new URL(location).searchParams.get('iss')).toBe(config.issuer);
});

describe('lockout', () => {
  async function attempt(browser: CookieBrowser, email: string, password: string): Promise<number> {
    const result = await submitSignIn(browser, await startSignIn(browser), { email, password });
    return result.code === null ? result.response.status : 200;
  }

  /** Fails to sign in from an address until it is locked, without waiting for the delays in between. */
  async function exhaust(email: string, ip: string) {
    for (let count = 0; count < 10; count++) {
      await attempt(visitor(ip), email, 'wrong');
      await app.database.query(
        `UPDATE sign_in_failures SET failures = least(failures, 20),
          blocked_until = CASE WHEN blocked_until < expires_at THEN now() ELSE blocked_until END`,
      );
    }
    expect(await attempt(visitor(ip), email, 'wrong')).toBe(429);
  }

  it('ten failures from each of five addresses lock nobody out elsewhere', async () => {
    const person = await createPerson(app);
    for (let address = 1; address <= 5; address++) await exhaust(person.email, `198.51.100.${address}`);
    expect(await attempt(visitor(), person.email, person.password)).toBe(200);
  });

  it('a hundred failures from a school’s address block nobody else there', async () => {
    const school = '192.0.2.1';
    for (let pupil = 0; pupil < 25; pupil++) {
      for (let count = 0; count < 4; count++) {
        await attempt(visitor(school), `pupil${pupil}@gopath.example`, 'wrong');
      }
    }
    const person = await createPerson(app);
    expect(await attempt(visitor(school), person.email, person.password)).toBe(200);
  });

  it('a device that has signed in before is not locked out by others at its address', async () => {
    const person = await createPerson(app);
    const ip = '192.0.2.2';
    const known = visitor(ip);
    expect(await attempt(known, person.email, person.password)).toBe(200);
    await exhaust(person.email, ip);
    expect(await attempt(known, person.email, person.password)).toBe(200);
    // The device has a separate limit, and is known for its account only.
    const other = await createPerson(app);
    await exhaust(other.email, ip);
    expect(await attempt(known, other.email, other.password)).toBe(429);
  });

  it('a forged device cookie is an unknown device', async () => {
    const person = await createPerson(app);
    const ip = '192.0.2.3';
    const known = visitor(ip);
    expect(await attempt(known, person.email, person.password)).toBe(200);
    const cookie = known.cookie('__Host-gopath_device') ?? '';
    expect(cookie.split('.')).toHaveLength(3);
    await exhaust(person.email, ip);
    const forged = visitor(ip);
    forged.setCookie(
      '__Host-gopath_device',
      cookie.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
      '/',
    );
    expect(await attempt(forged, person.email, person.password)).toBe(429);
  });
});

describe('anonymous storage', () => {
  const stored = async () => {
    const [row] = await app.database.query<{ count: number; bytes: number }>(
      `SELECT count(*)::int AS count, coalesce(max(length(payload::text)), 0)::int AS bytes FROM oidc_payloads`,
    );
    return row ?? { count: 0, bytes: 0 };
  };

  it('refuses long authorization requests', async () => {
    const before = await stored();
    const long = await startSignIn(visitor(), { state: 'x'.repeat(11_000) });
    expect(long.form).toBe('');
    expect(await stored()).toEqual(before);
  });

  it('limits how many an address may start', async () => {
    const browser = visitor('192.0.2.9');
    await startSignIn(browser);
    await app.database.query(`UPDATE rate_limits SET points = 600 WHERE key LIKE 'authorization:%'`);
    const before = await stored();
    expect((await startSignIn(browser)).form).toBe('');
    expect(await stored()).toEqual(before);
    expect((await startSignIn(visitor())).form).toContain('/oidc/interaction/');
  });

  it('has no endpoint that our clients do not use', async () => {
    const before = await stored();
    for (const path of [
      '/oidc/request',
      '/oidc/auth',
      '/oidc/token/introspection',
      '/oidc/token/revocation',
      '/oidc/reg',
      '/oidc/me',
      '/oidc/session/end',
      '/oidc/device',
      '/oidc/backchannel',
    ]) {
      const answer = await visitor().submit(path, { client_id: 'gopath-web', state: 'x'.repeat(6000) });
      expect(answer.status, path).toBe(404);
    }
    expect((await visitor().submit('/oidc/token', { code: 'x'.repeat(50_000) })).status).toBe(413);
    expect(await stored()).toEqual(before);
  });
});

it('the identity pages show no text from their address', async () => {
  const text = 'Call-5550100-now';
  const { email } = await createPerson(app);
  await visitor().submit('/oidc/forgot_password/', { email });
  await app.app.jobs.runDue();
  for (const path of [
    `/oidc/error/?reason=${text}&message=${text}`,
    `/oidc/forgot_password/?message=${text}`,
    `/oidc/reset_password/?token=${await linkTo(email)}&message=${text}`,
  ]) {
    expect(await (await visitor().fetch(path)).text()).not.toContain(text);
  }
});

describe('invitation emails as a relay', () => {
  const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { node { id } } } }`;
  const REVOKE = `mutation ($id: ID!) { revokeInvitation(input: { id: $id }) { revokedId } }`;

  async function signedIn() {
    const person = await createPerson(app, { role: 'student' });
    const token = await tokenOf(await signIn(visitor(), person));
    return async (query: string, variables: object) => {
      const response = await fetch(`${app.address}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as {
        data?: { createUser?: { user: { node: { id: string } } } };
        errors?: { extensions: { code: string } }[];
      };
    };
  }

  it('inviting and revoking in a loop reaches twelve addresses a month at most', async () => {
    const send = await signedIn();
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < 20; count++) {
      const email = `stranger${count}@gopath.example`;
      const input = { firstName: 'Some', lastName: 'Body', email, role: 'parent' };
      const { data, errors } = await send(CREATE, { input });
      codes.push(errors?.[0]?.extensions.code);
      const id = data?.createUser?.user.node.id;
      if (id !== undefined) await send(REVOKE, { id });
    }
    const [row] = await app.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM mails WHERE "to" LIKE 'stranger%'`,
    );
    expect(row?.count).toBe(12);
    expect(codes.slice(12)).toEqual(Array(8).fill('RATE_LIMITED'));
  });

  it('names contain no links and no control or bidirectional characters, and no email subject contains a name', async () => {
    const send = await signedIn();
    const base = { lastName: 'Body', email: 'relay@gopath.example', role: 'parent' };
    for (const firstName of [
      'https://evil.example',
      'win at evil.example',
      'www.evil',
      'a\u0007b',
      '\u202ea',
    ]) {
      const { errors } = await send(CREATE, { input: { ...base, firstName } });
      expect(errors?.[0]?.extensions.code, firstName).toBe('INVALID_INPUT');
    }
    await send(CREATE, { input: { ...base, firstName: 'YouHaveWon' } });
    const [mail] = await app.database.query<{ subject: string }>(
      `SELECT subject FROM mails WHERE "to" = 'relay@gopath.example'`,
    );
    expect(mail?.subject).toBe('You’re invited to GoPath');
  });
});
