import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { hasPostgres } from './tests/helpers/database/postgres-server.ts';

const api = {
  exclude: ['server/lib/**'],
  globalSetup: 'tests/helpers/database/database-template.ts',
  // All files of a worker share one module graph: loading the server takes longer than most files.
  isolate: false,
  // The files that run at the same time keep the cores busy: threads for the garbage collection cost a tenth.
  execArgv: ['--single-threaded-gc'],
  // Node runs the server's TypeScript, as in production: converting each module takes a tenth of the CPU time.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/**
 * Tests whose results can depend on the database: every field and route once (the matrix), the database code, the queue
 * with its emails, search, and one file for each kind of lock and race. They run on PGlite and, if it is installed, on
 * PostgreSQL. The other tests run on one of the two, because both have the same driver and SQL.
 */
const ON_BOTH_DATABASES = [
  'server/db/**/*.test.ts',
  'server/jobs/**/*.test.ts',
  'server/mail/**/*.test.ts',
  'server/http/viewers.test.ts',
  'server/identity/embedded/{address,refresh-tokens}.test.ts',
  'server/identity/embedded/second-factors/recovery-codes.test.ts',
  'server/identity/embedded/secrets/*.test.ts',
  'server/features/alerts/alerts.jobs.test.ts',
  'server/features/booking/booking.test.ts',
  'server/features/invitations/accept*.test.ts',
  'server/features/memberships/second-subscriptions.test.ts',
  'server/features/notes/notes{-create,-search,.send}.test.ts',
  'server/features/privacy/{audit-log,deletions}.test.ts',
  'server/features/ratings/review-requests.test.ts',
  'server/features/roadmap/lookups/lookups.test.ts',
  'server/features/roadmap/roadmap-sets.test.ts',
  'server/features/rooms/seats.test.ts',
  'server/features/sign-up/**/*.test.ts',
  'server/features/students/many-students.test.ts',
  'server/features/tasks/**/{lists,task-limits,task-moves,task-repeats}.test.ts',
  'server/features/users/{account-state,user-search}.test.ts',
  'tests/authorization/**/*.test.ts',
  'tests/security/{creates,idempotency,parallel-requests,requests}.test.ts',
];

/** All tests that need a database. */
const API_TESTS = ['server/**/*.test.ts', 'tests/authorization/**/*.test.ts', 'tests/security/**/*.test.ts'];

/**
 * Component tests that replace globals each get their own process. The others share the modules of libraries, which
 * takes a third of the time.
 */
const ISOLATED_COMPONENT_TESTS = globSync('src/**/*.test.tsx').filter((file) =>
  /stubGlobal/.test(readFileSync(file, 'utf8')),
);

const components = {
  environment: 'happy-dom',
  setupFiles: ['tests/helpers/fresh-modules.ts', 'tests/helpers/component-tests.ts'],
  // A busy machine can take seconds to load the editor.
  testTimeout: 30_000,
};

/** Unit tests, component tests, and the API tests on PostgreSQL (if installed) and, where it can matter, on PGlite. */
export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    // One more than the cores: files wait for PostgreSQL and for time limits a fifth of the time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: 'tests/helpers/fresh-modules.ts',
          include: [
            'server/lib/**/*.test.ts',
            'shared/**/*.test.ts',
            'src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/conventions/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'components',
          ...components,
          isolate: false,
          include: ['src/**/*.test.tsx'],
          exclude: ISOLATED_COMPONENT_TESTS,
        },
      },
      {
        plugins: [react()],
        test: { name: 'components-isolated', ...components, include: ISOLATED_COMPONENT_TESTS },
      },
      {
        test: {
          name: 'api-pglite',
          ...api,
          include: hasPostgres() ? ON_BOTH_DATABASES : API_TESTS,
          provide: { engine: 'pglite' },
        },
      },
      {
        test: { name: 'api-postgres', ...api, include: API_TESTS, provide: { engine: 'postgres' } },
      },
    ],
  },
});
