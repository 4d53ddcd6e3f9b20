const STORE = 'gopath-next';

/** Keeps the page a signed-out visitor wanted (AUTH-016). */
export function rememberNextPath(path: string) {
  sessionStorage.setItem(STORE, path);
}

/** The kept page, once; '/' when there is none (AUTH-017). Only paths of this app are ever answered. */
export function takeNextPath(): string {
  const path = sessionStorage.getItem(STORE);
  sessionStorage.removeItem(STORE);
  return path !== null && /^\/(?![/\\])/.test(path) ? path : '/';
}
