import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type WxtViteConfig } from 'wxt';

/** The browser extension: manifest and build. The same React code as the web app, behind other doors. */
export default defineConfig({
  srcDir: '.',
  entrypointsDir: 'entrypoints',
  publicDir: 'public',
  outDir: 'dist/extension',
  imports: false,
  modules: ['@wxt-dev/module-react', '@wxt-dev/webextension-polyfill'],
  // The cast bridges two versions of Vite's types: WXT brings its own Vite.
  vite: () =>
    ({
      plugins: [tailwindcss()],
      define: { __SURFACE__: JSON.stringify('extension') },
    }) as unknown as WxtViteConfig,
});
