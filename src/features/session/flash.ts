/** A message of the sign-in page (AUTH-006). */
export interface Flash {
  message: string;
  success: boolean;
}

/** The codes that the address may name as `message`; every text is ours, so a link cannot put words into it. */
const MESSAGES: Readonly<Record<string, Flash>> = {
  // AUTH-032
  sign_up_successful: { message: 'Sign up successful! Verify your email to login.', success: true },
  // AUTH-033
  unexpected_error: {
    message: 'Unexpected error occurred. Please try again later.',
    success: false,
  },
  email_verified: { message: 'Your email is verified. Sign in to continue.', success: true },
  password_saved: { message: 'Your password is saved. Sign in to continue.', success: true },
  session_over: { message: 'Your session is over. Sign in to continue.', success: false },
};

const STORE = 'gopath-flash';

/** Keeps a message for the sign-in page, also after a reload (AUTH-007). */
export function keepFlash(flash: Flash) {
  sessionStorage.setItem(STORE, JSON.stringify(flash));
}

/** Reads the kept message; it stays until it is dismissed or someone signs in. */
export function readFlash(): Flash | null {
  return JSON.parse(sessionStorage.getItem(STORE) ?? 'null') as Flash | null;
}

export function clearFlash() {
  sessionStorage.removeItem(STORE);
}

/**
 * Reads the sign-in page's parameters 'status', 'success' and 'message' (AUTH-006). An unknown message shows nothing,
 * except after a failure, which has another text.
 */
export function flashOfSearch(search: URLSearchParams): Flash | null {
  const code = search.get('message');
  const known = code === null ? undefined : Object.entries(MESSAGES).find(([name]) => name === code)?.[1];
  if (known !== undefined) return known;
  const hasFailed = search.get('success') === 'false' || search.get('status') === '400';
  return hasFailed ? (MESSAGES['unexpected_error'] ?? null) : null;
}
