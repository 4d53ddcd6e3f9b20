import { CookieBrowser, startSignIn, submitSignIn } from './sign-in.ts';
import { TestClient } from './test-app.ts';

/** Signs in at a running server as the web app would. @returns requests with that person's token */
export async function signInAt(
  url: string,
  credentials: { email: string; password: string },
): Promise<TestClient> {
  const browser = new CookieBrowser(url, url);
  const started = await startSignIn(browser, { redirect_uri: `${url}/auth/callback/` });
  const { code } = await submitSignIn(browser, started, credentials);
  const response = await browser.postJson('/api/session/', {
    code: code ?? 'none',
    code_verifier: started.verifier,
    redirect_uri: started.redirectUri,
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return new TestClient(url, access_token);
}
