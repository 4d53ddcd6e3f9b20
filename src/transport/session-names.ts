/** The lock that renews the session once at a time, in this tab and across tabs. */
export const SESSION_LOCK = 'gopath-session';

/** The endpoint that renews the session. */
export const SESSION_REFRESH = '/api/session/refresh/';

/** The endpoint of the signed-in person. */
export const ME = '/api/me/';
