/** Code that breaks a rule and is not fixed yet. Only remove lines here: a new one needs a decision record. */

/** Files with SQL that belongs into a *.repository.ts or *.sql.ts. */
export const SQL_ELSEWHERE = [
  'server/features/invitations/invitations.alerts.ts',
  'server/features/meetings/meetings.alerts.ts',
  'server/features/notes/notes.alerts.ts',
  'server/features/notes/notes.list.ts',
  'server/identity/embedded/accounts.ts',
  'server/identity/embedded/secrets.ts',
  'server/identity/embedded/sign-in-limits.ts',
  'server/identity/embedded/store.ts',
  'server/identity/external.ts',
  'server/identity/identity.ts',
];

/** Imports that the table forbids, as `file imports target`. */
export const FORBIDDEN_IMPORTS = ['shared/users/policy.ts imports shared/bug-reports/policy.ts'];

/** Files that take part in an import cycle. */
export const IN_CYCLES = ['src/ui/RichTextEditor.tsx'];

/** Files of more than 400 lines. */
export const LONG_FILES = ['server/identity/embedded/mount.ts', 'src/features/notes/components/NoteList.tsx'];

/** Folders and files in which avoided words are left. */
export const WORDS_LEFT = [
  'README.md',
  'bench/alerts.ts',
  'bench/notes.ts',
  'docs/architecture.md',
  'server/features/meetings/',
  'server/features/notes/',
  'server/graphql/schema.graphql',
  'shared/notes/',
  'shared/shell/',
  'src/features/meetings/',
  'src/features/notes/',
  'src/lib/',
  'tests/e2e/web/',
  'tests/helpers/',
];
