import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { ROOM_PAGES } from '#shared/kernel/paths.ts';
import { bundleScript } from './bundle-script.ts';

const ICONS = path.resolve(import.meta.dirname, '../../src/app/worker/icons');

/** What an installed app is called and looks like. */
const WEB_MANIFEST = {
  name: 'GoPath',
  short_name: 'GoPath',
  description: 'Mentoring and college planning for students, parents and mentors.',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#2d55c7',
  icons: [
    { src: '/app-icons/192.png', sizes: '192x192', type: 'image/png' },
    { src: '/app-icons/512.png', sizes: '512x512', type: 'image/png' },
    { src: '/app-icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};

/** The files that pages need offline: code, styles, and the font for Latin text. */
const OFFLINE = /\.(?:js|css)$|inter-latin-wght-normal.*\.woff2$/;

/** Adds the service worker with the list of its files, and the manifest and icons of the installed app. */
export function webWorker(): Plugin {
  return {
    name: 'web-worker',
    apply: 'build',
    // After the page's HTML.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The page is missing.');
      const revision = createHash('sha256').update(page.source).digest('hex');
      const files = [
        { url: '/index.html', revision },
        // The same page with other headers.
        { url: ROOM_PAGES, revision },
        // Their names contain a hash of their content.
        ...Object.keys(bundle)
          .filter((name) => OFFLINE.test(name))
          .map((name) => ({ url: `/${name}`, revision: null })),
      ];
      const source = await bundleScript('src/app/worker/worker.ts', { __FILES__: JSON.stringify(files) });
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
      this.emitFile({ type: 'asset', fileName: 'app.webmanifest', source: JSON.stringify(WEB_MANIFEST) });
      for (const name of ['180.png', '192.png', '512.png']) {
        this.emitFile({
          type: 'asset',
          fileName: `app-icons/${name}`,
          source: readFileSync(path.join(ICONS, name)),
        });
      }
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: '/app.webmanifest' }, injectTo: 'head' },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/app-icons/180.png' }, injectTo: 'head' },
    ],
  };
}
