import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = {
  include: ['server/**/*.test.ts', 'tests/authorization/**/*.test.ts'],
  exclude: ['server/lib/**'],
  globalSetup: 'tests/helpers/database-template.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/** As Node itself resolves it: with Vite's choice there would be two copies of graphql in one process. */
const resolve = {
  alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
};

/** Unit tests, and the API tests twice: the same files on PGlite and on PostgreSQL. */
export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    projects: [
      {
        test: {
          name: 'unit',
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
        test: { name: 'components', include: ['src/**/*.test.tsx'], environment: 'happy-dom' },
      },
      { resolve, test: { name: 'api-pglite', ...api, provide: { engine: 'pglite' } } },
      { resolve, test: { name: 'api-postgres', ...api, provide: { engine: 'postgres' } } },
    ],
  },
});
