/** A message that the sign-in page shows (AUTH-006): of a sign-up, of a refused session. */
export interface Flash {
  message: string;
  success: boolean;
}

const STORE = 'gopath-flash';

/** Keeps a message for the sign-in page, also over a reload (AUTH-007). */
export function keepFlash(flash: Flash) {
  sessionStorage.setItem(STORE, JSON.stringify(flash));
}

/** The kept message, until it is dismissed or somebody signs in. */
export function readFlash(): Flash | null {
  return JSON.parse(sessionStorage.getItem(STORE) ?? 'null') as Flash | null;
}

export function clearFlash() {
  sessionStorage.removeItem(STORE);
}

/** The message in the sign-in page's address: 'status', 'success' and 'message' (AUTH-006). */
export function flashOfSearch(search: URLSearchParams): Flash | null {
  const message = search.get('message')?.slice(0, 500) ?? '';
  if (message === '') return null;
  const isSuccess = search.get('success') === 'true' || search.get('status') === '200';
  return { message, success: isSuccess && search.get('success') !== 'false' };
}
