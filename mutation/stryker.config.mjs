/** The settings of scripts/mutation.ts, which chooses the files and tests. */
export default {
  testRunner: 'vitest',
  plugins: ['./mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'],
  vitest: { configFile: 'mutation/vitest.config.ts' },
  reporters: ['clear-text', 'html', 'progress-append-only'],
  htmlReporter: { fileName: `test-results/mutation/${process.env.MUTATION_GROUP ?? 'report'}.html` },
  tsconfigFile: 'none, because TypeScript 7 has no API to rewrite it',
  concurrency: 2,
  // A busy machine must not count as a noticed change.
  timeoutMS: 60_000,
  tempDirName: '.cache/stryker',
  ignorePatterns: ['dist', '.cache', 'data', 'test-results', 'mutation/node_modules', 'bench/node_modules'],
  // Changes of code that runs before the first test are slow to check, because each runs all tests of the
  // group.
  ignoreStatic: process.env.MUTATION_CHANGES_START !== 'true',
};
