import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieBrowser, signIn } from '#tests/helpers/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { createPerson } from '#tests/factories/people.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ realSignIn: true });
});
afterAll(() => app.close());

function get(browser: CookieBrowser, path: string, token: string) {
  return browser.fetch(path, { headers: { authorization: `Bearer ${token}` } });
}

describe('signing in with the embedded provider', () => {
  it('gives an access token that the API takes', async () => {
    const person = await createPerson(app, { role: 'mentor' });
    const browser = new CookieBrowser(app.address);
    const response = await signIn(browser, person);
    expect(await response.clone().text()).toContain('access_token');
    expect(response.status).toBe(200);
    const { access_token: token, expires_in: seconds } = (await response.json()) as {
      access_token: string;
      expires_in: number;
    };
    expect(seconds).toBeLessThanOrEqual(600);
    const me = await get(browser, '/api/me/', token);
    expect(await me.json()).toMatchObject({ pk: person.pk, role: 'mentor', email: person.email });
    expect(me.status).toBe(200);
  });
});
