const STORE = 'gopath-next';

/** Stores the page that a signed-out visitor requested (AUTH-016). */
export function rememberNextPath(path: string) {
  sessionStorage.setItem(STORE, path);
}

/** Returns and removes the stored path; '/' when there is none (AUTH-017). Only paths of this app are returned. */
export function takeNextPath(): string {
  const path = sessionStorage.getItem(STORE);
  sessionStorage.removeItem(STORE);
  return path !== null && /^\/(?![/\\])/.test(path) ? path : '/';
}
