/** Code that breaks a rule and is not fixed yet. Only remove lines here: a new one needs a decision record. */

/** Files with SQL that belongs into a *.repository.ts or *.sql.ts. */
export const SQL_ELSEWHERE = [
  'server/features/invitations/invitations.alerts.ts',
  'server/identity/embedded/accounts.ts',
  'server/identity/embedded/secrets.ts',
  'server/identity/embedded/sign-in-limits.ts',
  'server/identity/embedded/store.ts',
  'server/identity/external.ts',
  'server/identity/identity.ts',
];

/** Imports that the table forbids, as `file imports target`. */
export const FORBIDDEN_IMPORTS = ['shared/users/policy.ts imports shared/bug-reports/policy.ts'];

/** Folders and files in which avoided words are left. */
export const WORDS_LEFT: readonly string[] = [];
