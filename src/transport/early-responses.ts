/** Responses that `src/app/surfaces/app/early.ts` requested while the app's code was loading. Each is used once. */

/** On `window`, because the early script and the app are separate bundles. */
const early = ((globalThis as { gopathEarly?: Map<string, Promise<Response>> }).gopathEarly ??= new Map());

/** Also on `window`: resolves when the early script has sent its first request and shown the last page. */
const sending = globalThis as { gopathEarlyDone?: Promise<void> };

/**
 * Makes {@link whenEarlyDone} wait.
 * @returns the function that ends the wait
 */
export function promiseEarlyDone(): () => void {
  let markDone = () => {};
  sending.gopathEarlyDone = new Promise((resolve) => {
    markDone = resolve;
  });
  return markDone;
}

/** Resolves when the early script has sent its first request; immediately without that script. */
export async function whenEarlyDone(): Promise<void> {
  await sending.gopathEarlyDone;
}

/** Names a request: the same address and body are the same request. */
export function earlyKey(url: string, body?: unknown): string {
  return typeof body === 'string' ? `${url} ${body}` : url;
}

/** Stores a response that is on its way. */
export function storeEarly(key: string, response: Promise<Response>) {
  // Failed requests are sent again by the app.
  response.catch(() => undefined);
  early.set(key, response);
}

/** Returns a successful early response, and removes it; null when there is none. */
export async function takeEarly(key: string): Promise<Response | null> {
  const response = early.get(key);
  if (response === undefined) return null;
  early.delete(key);
  try {
    const arrived = await response;
    return arrived.ok ? arrived : null;
  } catch {
    return null;
  }
}

/** Deletes the responses that were not used, so that they are never shown later or to another person. */
export function dropEarly() {
  early.clear();
}
