/**
 * `npm run mutation [-- GROUP | FILES]`: changes the rules that tests must cover with StrykerJS, one change at a time,
 * and lists the changes that no test notices. Installs its packages (mutation/package.json) first. Not part of
 * `npm test`. The reports are in test-results/mutation.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'mutation');
const shell = process.platform === 'win32';
const stryker = path.join(folder, 'node_modules', '.bin', 'stryker');

interface Group {
  /** The code to change. */
  files: string[];
  /** The tests that run for each change. */
  tests: string[];
  /** Whether to change constants and code that starts the server, too: these changes run all tests of the group. */
  changesStart?: true;
}

const GROUPS: Record<string, Group> = {
  policies: {
    files: [...globSync('shared/*/policy.ts', { cwd: root }), 'server/lib/cursors.ts'],
    tests: ['shared/**/*.test.ts', 'server/lib/**/*.test.ts'],
  },
  tokens: {
    files: ['server/identity/access-token.ts', 'server/identity/tokens.ts'],
    tests: ['server/identity/access-token.test.ts', 'server/identity/tokens.test.ts'],
  },
  sessions: {
    files: ['server/features/session/session.service.ts', 'server/features/session/session.routes.ts'],
    tests: [
      'server/features/session/*.test.ts',
      'server/identity/external.test.ts',
      'server/identity/external-sign-up.test.ts',
      'server/http/cookies.test.ts',
      'tests/security/sessions.test.ts',
    ],
    changesStart: true,
  },
  idempotency: { files: ['server/lib/create-once.ts'], tests: ['tests/security/idempotency.test.ts'] },
  send: {
    files: ['server/features/notes/notes.send.ts'],
    tests: ['server/features/notes/notes.send.test.ts'],
  },
};

const given = process.argv.slice(2);
const names = given.filter((name) => name in GROUPS);
const files = given.filter((name) => !(name in GROUPS));
const groups =
  given.length === 0 ? Object.entries(GROUPS) : names.map((name) => [name, GROUPS[name]!] as const);
const runs = files.length === 0 ? groups : [...groups, ['files', { ...GROUPS['policies']!, files }] as const];

if (!existsSync(stryker)) {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps'], {
    cwd: folder,
    stdio: 'inherit',
    shell,
  });
}
for (const [name, run] of runs) {
  console.log(`Mutation tests: ${name}`);
  const { status } = spawnSync(
    stryker,
    ['run', 'mutation/stryker.config.mjs', '--mutate', run.files.join(',')],
    {
      cwd: root,
      stdio: 'inherit',
      shell,
      env: {
        ...process.env,
        MUTATION_GROUP: name,
        MUTATION_TESTS: run.tests.join(','),
        MUTATION_CHANGES_START: String(run.changesStart === true),
      },
    },
  );
  if (status !== 0) process.exitCode = 1;
}
