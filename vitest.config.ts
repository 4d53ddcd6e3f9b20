import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = {
  exclude: ['server/lib/**'],
  globalSetup: 'tests/helpers/database/database-template.ts',
  // All files of a worker share one module graph: loading the server takes longer than most files.
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/**
 * Tests that also run on PostgreSQL, because results can differ: every field and route once (the matrix), SQL with
 * several sessions, locks and races, plans, and the queue. The other tests do not depend on the database.
 */
const ON_BOTH_DATABASES = [
  'server/db/**/*.test.ts',
  'server/jobs/**/*.test.ts',
  'server/mail/**/*.test.ts',
  'server/http/viewers.test.ts',
  'server/identity/embedded/**/*.test.ts',
  'server/graphql/fuzz.test.ts',
  'server/features/alerts/**/*.test.ts',
  'server/features/dashboard/**/*.test.ts',
  'server/features/booking/**/*.test.ts',
  'server/features/interactions/**/*.test.ts',
  'server/features/invitations/**/*.test.ts',
  'server/features/notes/**/*.test.ts',
  'server/features/privacy/**/*.test.ts',
  'server/features/ratings/review*.test.ts',
  'server/features/roadmap/lookups/lookups.test.ts',
  'server/features/roadmap/roadmap.test.ts',
  'server/features/roadmap/roadmap-sets.test.ts',
  'server/features/rooms/**/*.test.ts',
  'server/features/session/**/*.test.ts',
  'server/features/sign-up/**/*.test.ts',
  'server/features/simplybook/**/*.test.ts',
  'server/features/memberships/**/*.test.ts',
  'server/features/students/**/*.test.ts',
  'server/features/tasks/**/*.test.ts',
  'server/features/users/account-state.test.ts',
  'server/features/users/relations.test.ts',
  'server/features/users/user-search.test.ts',
  'server/features/visibility/**/*.test.ts',
  'tests/authorization/**/*.test.ts',
  'tests/security/**/*.test.ts',
];

/**
 * Component tests that replace modules or globals each get their own process. The others share the modules of libraries,
 * which takes a third of the time.
 */
const ISOLATED_COMPONENT_TESTS = globSync('src/**/*.test.tsx').filter((file) =>
  /vi\.mock\(|stubGlobal/.test(readFileSync(file, 'utf8')),
);

const components = {
  environment: 'happy-dom',
  setupFiles: ['tests/helpers/fresh-modules.ts', 'tests/helpers/component-tests.ts'],
  // A busy machine can take seconds to load the editor.
  testTimeout: 30_000,
};

/** Resolves like Node: Vite's resolution would load two copies of graphql in one process. */
const resolve = {
  alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
};

/** Unit tests, component tests, and the API tests on PGlite and, where it can matter, on PostgreSQL. */
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
        resolve,
        test: {
          name: 'api-pglite',
          ...api,
          include: ['server/**/*.test.ts', 'tests/authorization/**/*.test.ts', 'tests/security/**/*.test.ts'],
          provide: { engine: 'pglite' },
        },
      },
      {
        resolve,
        test: { name: 'api-postgres', ...api, include: ON_BOTH_DATABASES, provide: { engine: 'postgres' } },
      },
    ],
  },
});
