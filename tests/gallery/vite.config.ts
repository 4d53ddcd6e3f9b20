import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gallery of components: a page for the browser tests of src/ui, never part of a build we ship. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../.cache/vite-gallery',
  plugins: [react(), tailwindcss()],
  build: { outDir: '../../dist/gallery', emptyOutDir: true, assetsInlineLimit: 0 },
  preview: {
    // The header of the real server, so that a component that needs more is found here.
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'",
    },
  },
});
