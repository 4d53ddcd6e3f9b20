import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gallery of components: a page for the browser tests of src/ui, not part of a shipped build. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../../.cache/vite-gallery',
  plugins: [react(), tailwindcss()],
  build: { outDir: '../../dist/gallery', emptyOutDir: true, assetsInlineLimit: 0 },
  preview: {
    // The headers of the real server, to detect components that need more.
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'",
    },
  },
});
