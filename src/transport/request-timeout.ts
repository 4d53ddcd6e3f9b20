/** The timeout of requests in milliseconds, except of files. */
export const REQUEST_TIMEOUT_MS = 20_000;
