/**
 * The SQL for whether a person of `users` has not finished the form of the sign-up. Invited people and those
 * of the demo data have no sign-up.
 */
export const HAS_UNFINISHED_SIGN_UP = `coalesce(
  (SELECT bool_and(completed_at IS NULL) FROM continued_sign_ups WHERE user_pk = users.pk), false)`;
