/** Shown after the session expired or was ended by the server. */
export const SESSION_ENDED = 'Your session has ended. Sign in to continue.';
