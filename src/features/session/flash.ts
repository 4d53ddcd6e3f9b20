import { SESSION_ENDED } from '#shared/session/messages.ts';
import { SIGN_UP_FAILED, SIGN_UP_SUCCESSFUL } from '#shared/session/sign-up-results.ts';

/** A message of the sign-in page (AUTH-006). */
export interface Flash {
  message: string;
  success: boolean;
  /** The status of a sign-up: 200 or 400. */
  status?: number;
}

/** The next sign-in uses the new password. */
export const PASSWORD_SAVED: Flash = {
  message: 'Your password is saved. Sign in to continue.',
  success: true,
};

/** The messages by their code in the address. Links choose a code, never a text, so they cannot inject one. */
const MESSAGES: Readonly<Record<string, Flash>> = {
  // After a sign-up (AUTH-032).
  sign_up_successful: { message: SIGN_UP_SUCCESSFUL, success: true },
  // After an unexpected error (AUTH-033).
  unexpected_error: { message: SIGN_UP_FAILED, success: false },
  email_verified: { message: 'Your email is verified. Sign in to continue.', success: true },
  password_saved: PASSWORD_SAVED,
  session_over: { message: SESSION_ENDED, success: false },
};

const STORE = 'gopath-flash';

/** Stores a message for the sign-in page, also across a reload (AUTH-007). */
export function storeFlash(flash: Flash) {
  sessionStorage.setItem(STORE, JSON.stringify(flash));
}

/** Reads the stored message, which is shown until it is dismissed or someone signs in. */
export function readFlash(): Flash | null {
  return JSON.parse(sessionStorage.getItem(STORE) ?? 'null') as Flash | null;
}

/** Deletes the stored message. */
export function clearFlash() {
  sessionStorage.removeItem(STORE);
}

/**
 * Reads the sign-in page's parameters 'status', 'success' and 'message' (AUTH-006). An unknown message is ignored,
 * except for a failure, which has a generic text.
 */
export function flashOfSearch(search: URLSearchParams): Flash | null {
  const code = search.get('message');
  const known = code === null ? undefined : Object.entries(MESSAGES).find(([name]) => name === code)?.[1];
  if (known !== undefined) return known;
  const hasFailed = search.get('success') === 'false' || search.get('status') === '400';
  return hasFailed ? (MESSAGES['unexpected_error'] ?? null) : null;
}
