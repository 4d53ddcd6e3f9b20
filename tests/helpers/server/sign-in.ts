import { createHash, randomBytes } from 'node:crypto';
import { EXTENSION_ID, EXTENSION_REDIRECT_URIS } from '#shared/session/extension.ts';
import { type SessionConfig, sessionConfig } from '#shared/session/responses.ts';
import { TEST_PUBLIC_URL } from './public-url.ts';

/**
 * The cookie handling of a browser: stores cookies by name and path, and sends the Origin header with POST requests.
 */
export class CookieBrowser {
  readonly #address: string;
  readonly #publicUrl: string;
  readonly #cookies = new Map<string, { value: string; path: string }>();

  /** @param address the server's real address, to which requests to publicUrl are sent */
  constructor(address: string, publicUrl = TEST_PUBLIC_URL) {
    this.#address = address;
    this.#publicUrl = publicUrl;
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(path.replace(this.#publicUrl, ''), this.#address);
    const headers = new Headers(init.headers);
    const cookies = [...this.#cookies].filter(([, cookie]) => url.pathname.startsWith(cookie.path));
    if (cookies.length > 0)
      headers.set('cookie', cookies.map(([name, { value }]) => `${name}=${value}`).join('; '));
    if (init.method !== undefined && init.method !== 'GET' && !headers.has('origin')) {
      headers.set('origin', new URL(this.#publicUrl).origin);
    }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Returns the value of a cookie. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  /** Returns all cookies in the format of Playwright's `addCookies`. */
  cookies(): { name: string; value: string; path: string }[] {
    return [...this.#cookies].map(([name, cookie]) => ({ name, ...cookie }));
  }

  setCookie(name: string, value: string, path: string) {
    this.#cookies.set(name, { value, path });
  }

  submit(path: string, fields: Record<string, string>): Promise<Response> {
    return this.fetch(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  postJson(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  #keep(line: string) {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const attribute = (key: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1);
    const isGone = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') < Date.now();
    if (isGone) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path: attribute('path') ?? '/' });
  }
}

/** A started sign-in, with the provider's form at `form`. */
export interface StartedSignIn {
  config: SessionConfig;
  form: string;
  verifier: string;
  redirectUri: string;
}

/** Starts a sign-in at the provider, without submitting its form. */
export async function startSignIn(
  browser: CookieBrowser,
  extra: Record<string, string> = {},
  client: 'web' | 'extension' = 'web',
): Promise<StartedSignIn> {
  const config = sessionConfig.parse(await (await browser.fetch('/api/session/config/')).json());
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = extra['redirect_uri'] ?? `${TEST_PUBLIC_URL}/auth/callback/`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config[client].client_id,
    redirect_uri: redirectUri,
    scope: config.scope,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state',
    ...config.authorization_parameters,
    ...extra,
  });
  const response = await browser.fetch(`${config.authorization_endpoint}?${query}`);
  return { config, form: response.headers.get('location') ?? '', verifier, redirectUri };
}

/** Submits the provider's form and follows the redirects to the client. @returns the code, or the form's response */
export async function submitSignIn(
  browser: CookieBrowser,
  { form }: StartedSignIn,
  credentials: { email: string; password: string },
): Promise<{ code: string } | { code: null; response: Response }> {
  let response = await browser.submit(form, credentials);
  for (let hops = 0; hops < 5 && response.status === 303; hops++) {
    const location = response.headers.get('location') ?? '';
    const code = URL.canParse(location) ? new URL(location).searchParams.get('code') : null;
    if (code !== null) return { code };
    response = await browser.fetch(location);
  }
  return { code: null, response };
}

/** Runs the web app's whole sign-in. @returns the response of `POST /api/session/` */
export async function signIn(
  browser: CookieBrowser,
  credentials: { email: string; password: string },
  redirectUri = `${TEST_PUBLIC_URL}/auth/callback/`,
): Promise<Response> {
  const started = await startSignIn(browser, { redirect_uri: redirectUri });
  const { code } = await submitSignIn(browser, started, credentials);
  return browser.postJson('/api/session/', {
    code: code ?? 'none',
    code_verifier: started.verifier,
    redirect_uri: started.redirectUri,
  });
}

/** The response of the token endpoint. */
export interface TokenResponse {
  access_token: string;
  refresh_token: string;
  id_token: string;
  expires_in: number;
  error?: string;
}

/** The extension's worker sends requests from its own origin. */
function requestTokens(browser: CookieBrowser, fields: Record<string, string>): Promise<Response> {
  return browser.fetch('/oidc/token', {
    method: 'POST',
    headers: { origin: `chrome-extension://${EXTENSION_ID}` },
    body: new URLSearchParams(fields),
  });
}

/** Renews the extension's tokens at the token endpoint. */
export async function refreshTokens(
  browser: CookieBrowser,
  refreshToken: string,
): Promise<{ status: number; tokens: TokenResponse }> {
  const response = await requestTokens(browser, {
    grant_type: 'refresh_token',
    client_id: 'gopath-extension',
    refresh_token: refreshToken,
  });
  return { status: response.status, tokens: (await response.json()) as TokenResponse };
}

/** Runs the extension's whole sign-in; it holds its own tokens. */
export async function signInExtension(
  browser: CookieBrowser,
  credentials: { email: string; password: string },
): Promise<TokenResponse> {
  const started = await startSignIn(browser, { redirect_uri: EXTENSION_REDIRECT_URIS[0] }, 'extension');
  const { code } = await submitSignIn(browser, started, credentials);
  const response = await requestTokens(browser, {
    grant_type: 'authorization_code',
    client_id: started.config.extension.client_id,
    code: code ?? 'none',
    code_verifier: started.verifier,
    redirect_uri: started.redirectUri,
  });
  return (await response.json()) as TokenResponse;
}

/** Returns the status of a request with an access token. */
export async function statusOfMe({ address }: { address: string }, token: string): Promise<number> {
  const { status } = await fetch(`${address}/api/me/`, { headers: { authorization: `Bearer ${token}` } });
  return status;
}
