import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

/**
 * Counts a failed `beforeAll` of a file as a failed test. StrykerJS does not notice that the tests of the
 * file did not run.
 */
const failedFiles: Reporter = {
  onTestRunEnd(modules) {
    for (const module of modules) {
      const [test] = module.errors().length > 0 ? module.children.allTests() : [];
      if (test !== undefined) Object.assign(test.task, { mode: 'run', result: { state: 'fail' } });
    }
  },
};

/** The tests that scripts/mutation.ts runs against each mutant, on PGlite. */
export default defineConfig({
  // Like in vitest.config.ts: one copy of graphql.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    include: (process.env['MUTATION_TESTS'] ?? 'shared/**/*.test.ts').split(','),
    globalSetup: 'tests/helpers/database/database-template.ts',
    provide: { engine: 'pglite' },
    // All tests of a run share the modules: loading the server takes longer than the tests.
    isolate: false,
    reporters: [failedFiles],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
