import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Account } from '#shared/account/responses.ts';
import { createPerson, type Person } from '../../factories/people.ts';
import { Authenticator } from '../doubles/authenticator.ts';
import { CookieBrowser, signIn, startSignIn, submitSignIn } from '../server/sign-in.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';
import { mailSubjects } from '../database/mail-subjects.ts';
import { securityEvents } from '../database/security-events.ts';

export const PASSKEYS_PATH = '/api/account/passkeys/';

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  excludeCredentials: { id: string }[];
}

/** Functions that create people with passkeys and sign them in. */
export type PasskeyScene = ReturnType<typeof createPasskeyScene>;

/** Creates people with passkeys, and signs them in. @param app started with `realSignIn` */
export function createPasskeyScene(app: TestApp) {
  async function tokenOf(person: Person, browser = new CookieBrowser(app.address)): Promise<string> {
    const answer = (await (await signIn(browser, person)).json()) as { access_token: string };
    return answer.access_token;
  }

  async function call<Body = Record<string, unknown>>(
    token: string,
    method: string,
    path: string,
    body?: object,
  ) {
    const response = await fetch(`${app.address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
  }

  async function begin(token: string, { password }: Person): Promise<CreationOptions> {
    const { status, body } = await call<CreationOptions>(token, 'POST', PASSKEYS_PATH, {
      current_password: password,
    });
    expect(status).toBe(200);
    return body;
  }

  async function add(token: string, person: Person, name = 'Laptop') {
    const device = new Authenticator();
    const credential = device.create(await begin(token, person));
    const { status, body } = await call<{ recovery_codes: string[] }>(token, 'PUT', PASSKEYS_PATH, {
      name,
      credential,
    });
    expect(status).toBe(200);
    return { device, recoveryCodes: body.recovery_codes };
  }

  async function accountOf(token: string) {
    const { body } = await call<Account>(token, 'GET', '/api/account/');
    return { ...body, passkeys: body.passkeys ?? [] };
  }

  /** A person with one passkey. */
  async function createSecured() {
    const person = await createPerson(app);
    const token = await tokenOf(person);
    return { person, token, ...(await add(token, person)) };
  }

  /** Starts a sign-in. @returns how its pages use a passkey: alone, or `after` the password */
  async function startWithPasskey(after?: Person, address = app.address) {
    const browser = new CookieBrowser(address);
    const started = await startSignIn(browser);
    if (after !== undefined) {
      const first = await submitSignIn(browser, started, after);
      expect('response' in first && (await first.response.text())).toContain('Confirm it is you');
    }
    const form = `${started.form}${after === undefined ? '' : 'code/'}passkey/`;
    const readOptions = async () => {
      const response = await browser.submit(`${form}options/`, {});
      expect(response.status).toBe(200);
      return (await response.json()) as { challenge: string; allowCredentials: { id: string }[] };
    };
    const submit = async (response: unknown) => {
      const result = await submitSignIn(browser, { ...started, form }, {
        response: typeof response === 'string' ? response : JSON.stringify(response),
      } as never);
      if (result.code !== null) return { code: result.code, status: 303, text: '' };
      return { code: null, status: result.response.status, text: await result.response.text() };
    };
    const enterCode = (code: string) =>
      submitSignIn(browser, { ...started, form: `${started.form}code/` }, { code } as never);
    return { browser, readOptions, submit, enterCode };
  }

  const eventsOf = (person: Person) => securityEvents(app.database, person);

  const mailsTo = (person: Person) => mailSubjects(app.database, person);

  return { tokenOf, call, begin, add, accountOf, createSecured, startWithPasskey, eventsOf, mailsTo };
}

export let app: TestApp;
export let scene: PasskeyScene;

/** Starts the server for the passkey tests of a file. */
export function startPasskeyTests() {
  beforeAll(async () => {
    app = await startTestApp({ realSignIn: true });
    scene = createPasskeyScene(app);
  });
  afterAll(() => app.close());
  beforeEach(() => app.database.query('DELETE FROM rate_limits'));
}
