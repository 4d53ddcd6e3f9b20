/**
 * The SQL for whether the session of an access token ended, for queries that join `users` with rows `token` of
 * `session_id`, `signed_in_at` and `issued_at`.
 */
export const IS_SESSION_REVOKED = `EXISTS (SELECT FROM revoked_sessions
  WHERE revoked_sessions.session_id = token.session_id
    AND coalesce(to_timestamp(token.issued_at) <= issued_until, true))`;

/** The SQL for whether all sign-ins of the person ended since the one of the token; for the same queries. */
export const IS_SIGN_IN_OUTDATED =
  'coalesce(to_timestamp(token.signed_in_at) <= users.tokens_valid_after, false)';
