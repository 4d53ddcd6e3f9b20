import { defineConfig } from 'vitest/config';

/** The unit tests of shared code, which `npm run mutation` runs against each mutant. */
export default defineConfig({
  test: { include: ['shared/**/*.test.ts', 'server/lib/**/*.test.ts'] },
});
