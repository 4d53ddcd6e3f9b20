import { CookieBrowser, signIn } from './sign-in.ts';
import { TestClient } from './test-client.ts';

/** Signs in at a running server like the web app. @returns requests with that person's token */
export async function signInAt(
  url: string,
  credentials: { email: string; password: string },
): Promise<TestClient> {
  const browser = new CookieBrowser(url, url);
  const response = await signIn(browser, credentials, `${url}/auth/callback/`);
  const { access_token } = (await response.json()) as { access_token: string };
  return new TestClient(url, access_token);
}
