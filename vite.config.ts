import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { commitHash } from './scripts/commit-hash.ts';
import { chunkList } from './scripts/chunk-list.ts';
import { firstChunk } from './scripts/chunks.ts';

/** The web build of the full app: `entrypoints/app` becomes `dist/web`, which the server serves. */
export default defineConfig({
  root: 'entrypoints/app',
  publicDir: '../../public',
  cacheDir: '../../.cache/vite',
  plugins: [react(), tailwindcss(), chunkList()],
  define: { __SURFACE__: JSON.stringify('web'), __COMMIT_HASH__: JSON.stringify(commitHash()) },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/graphql', '/api', '/oidc', '/dev'].map((path) => [
        path,
        { target: 'http://localhost:8080', xfwd: true },
      ]),
    ),
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstChunk(), debugName: 'first' }] } } },
  },
});
