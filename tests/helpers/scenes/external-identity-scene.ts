/** A server with an external identity provider, and the people who sign in there. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { AUDIENCE, startExternalIssuer } from '../doubles/external-issuer.ts';
import { StripeDouble } from '../doubles/stripe-double.ts';
import { CookieBrowser, startSignIn } from '../server/sign-in.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';

export let external: Awaited<ReturnType<typeof startExternalIssuer>>;
export let stripe: StripeDouble;
export let app: TestApp;

/** Starts the server and the doubles for the tests of a file, and resets the provider after each test. */
export function startExternalIdentityTests() {
  beforeAll(async () => {
    external = await startExternalIssuer();
    stripe = await new StripeDouble().start();
    app = await startTestApp({
      realSignIn: true,
      env: {
        ...stripe.env,
        OIDC_ISSUER: external.issuer,
        OIDC_AUDIENCE: AUDIENCE,
        OIDC_CONTINUE_URL: `${external.issuer}/continue`,
        OIDC_WEB_CLIENT_ID: 'their-gopath',
        OIDC_WEB_CLIENT_SECRET: 'a secret of theirs',
      },
    });
  });
  afterAll(async () => {
    await app.close();
    await external.stop();
    await stripe.stop();
  });
  afterEach(() => {
    external.people.clear();
    Object.assign(external.settings, {
      audience: AUDIENCE,
      sendsRefreshTokens: true,
      sendsSessionIds: false,
    });
  });
}

/** Follows the provider's redirects like a browser and signs in as this person. */
export async function signInAs(
  subject: string,
  browser: CookieBrowser,
  given: {
    invitation?: { token: string; birthday?: string; consent: boolean };
    signUp?: string | undefined;
    timeZone?: string | undefined;
  } = {},
): Promise<Response> {
  const elsewhere = new CookieBrowser(external.issuer, external.issuer);
  const config = (await (await browser.fetch('/api/session/config/')).json()) as {
    authorization_endpoint: string;
  };
  expect(config.authorization_endpoint.startsWith(external.issuer)).toBe(true);
  // All requests but the configuration go to the other provider.
  const started = await startSignIn({
    fetch: (path: string) => (path.startsWith('/api/') ? browser : elsewhere).fetch(path),
  } as CookieBrowser);
  let location = `${started.form}?as=${subject}`;
  let code: string | null = null;
  for (let hops = 0; hops < 5 && code === null; hops++) {
    const response = await elsewhere.fetch(location);
    location = response.headers.get('location') ?? '';
    code = URL.canParse(location) ? new URL(location).searchParams.get('code') : null;
  }
  return browser.postJson('/api/session/', {
    code,
    code_verifier: started.verifier,
    redirect_uri: started.redirectUri,
    invitation: given.invitation,
    sign_up: given.signUp,
    time_zone: given.timeZone,
  });
}

/** Creates a mentor who has not signed in with the provider yet. */
export async function createUnlinkedMentor() {
  const user = await createUser(app.database, { role: 'mentor' });
  await app.database.query('UPDATE users SET issuer = NULL, subject = NULL WHERE pk = $1', [user.pk]);
  return user;
}

/** Signs in a new person of the provider. @returns their browser */
export async function signedInAs(subject: string): Promise<CookieBrowser> {
  const { email } = await createUnlinkedMentor();
  external.people.set(subject, { email, email_verified: true });
  const browser = new CookieBrowser(app.address);
  expect((await signInAs(subject, browser)).status).toBe(200);
  return browser;
}

/** Renews the session of a browser. */
export function refresh(browser: CookieBrowser) {
  return browser.fetch('/api/session/refresh/', { method: 'POST' });
}

/** Reads the person of an access token. */
export function me(browser: CookieBrowser, token: string) {
  return browser.fetch('/api/me/', { headers: { authorization: `Bearer ${token}` } });
}
