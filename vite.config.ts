import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { commitHash } from './scripts/build/commit-hash.ts';
import { chunkList } from './scripts/build/chunk-list.ts';
import { privateSourceMaps } from './scripts/build/private-source-maps.ts';
import { webChunks } from './scripts/build/chunks.ts';
import { earlyScript } from './scripts/build/early-script.ts';
import { thirdPartyList } from './scripts/build/third-party-list.ts';
import { iconImports } from './scripts/build/icon-imports.ts';
import { inlineIcon } from './scripts/build/inline-icon.ts';
import { TREESHAKE } from './scripts/build/treeshake.ts';
import { webWorker } from './scripts/build/web-worker.ts';
import { precompress } from './scripts/build/precompress.ts';
import { preloadList } from './scripts/build/preload-list.ts';

/** React Router exports its development build, which has warnings for developers; production uses the other one. */
const REACT_ROUTER = path.resolve(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs');

const SOURCE_MAPS = path.resolve(import.meta.dirname, 'dist/source-maps');

/** The web build of the full app: `entrypoints/app` becomes `dist/web`, which the server serves. */
export default defineConfig(({ command }) => ({
  root: 'entrypoints/app',
  publicDir: '../../public',
  cacheDir: '../../.cache/vite',
  plugins: [
    react(),
    tailwindcss(),
    iconImports(),
    chunkList(),
    earlyScript(),
    inlineIcon(),
    webWorker(),
    preloadList(),
    privateSourceMaps(SOURCE_MAPS),
    precompress(),
    thirdPartyList(),
  ],
  define: { __SURFACE__: JSON.stringify('web'), __COMMIT_HASH__: JSON.stringify(commitHash()) },
  resolve: command === 'build' ? { alias: [{ find: /^react-router$/, replacement: REACT_ROUTER }] } : {},
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/graphql', '/api', '/oidc', '/dev', '/calendar', '/healthz'].map((path) => [
        path,
        { target: 'http://localhost:8080', xfwd: true, ws: path === '/api' },
      ]),
    ),
  },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // 'hidden': no script names its map.
    sourcemap: process.env['SOURCE_MAPS'] === 'true' ? 'hidden' : false,
    modulePreload: { polyfill: false },
    rolldownOptions: { treeshake: TREESHAKE, output: { codeSplitting: { groups: webChunks() } } },
  },
}));
