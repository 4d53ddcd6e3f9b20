import react from '@vitejs/plugin-react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type UserManifest, type WxtViteConfig } from 'wxt';
import { pagesOf } from './shared/session/extension.ts';
import { pageChunks } from './scripts/build/chunks.ts';
import { commitHash } from './scripts/build/commit-hash.ts';
import { iconImports } from './scripts/build/icon-imports.ts';
import { TREESHAKE } from './scripts/build/treeshake.ts';

/** The extension's default server; the options page can change it. */
const SERVER = new URL(process.env['GOPATH_SERVER'] ?? 'http://localhost:8080').origin;

/** Pins the extension's id, which the identity provider knows: see shared/session/extension.ts. */
const PUBLIC_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAkzOlqg4w7hpks5nNfd+Nfsuu8Kp4EoJUvR4XaDn59ySb2HtZuNoCtbOmrP8sRJjKu+D3oQcCofYzGcVCNpEx608OImfHBeSbnkuRpc8GgbZ8s//cV42RjGXRIQxSIBlx/liW3yNflrS/xJ1ZvYZDga0zIMxQmHOqKQGzPg115YBqPGd1yv2xfB2bV74oypFAFLGKlo753254u+VSbfAZProBpjjvktsk5bCQb7WevmKcSdvibi5OlK6I2iuWFe7nsmzs9N3+Lbe6eKa07Z/uwZ5pYh98oghey/bkrF4iYqlCMPww/erlBRBPdTEtgJ7wT9j1Bcl2bzLGmHAcCU772QIDAQAB';

/** All code from the package itself; requests only to servers the person allowed, over https or to localhost. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const GECKO = {
  id: 'extension@gopath.example',
  strict_min_version: '142.0',
  // Data that is sent to the person's own GoPath server, and nowhere else.
  data_collection_permissions: {
    // Website content: the screenshot of a bug report, when the person sends one.
    required: ['authenticationInfo', 'personallyIdentifyingInfo', 'personalCommunications', 'websiteContent'],
  },
};

function manifestFor(browser: string, isServed: boolean): UserManifest {
  const isFirefox = browser === 'firefox';
  return {
    name: 'GoPath',
    description: 'Meeting notes beside the video call, and your students one click away.',
    permissions: [
      'storage',
      'alarms',
      'activeTab',
      'contextMenus',
      'identity',
      ...(isFirefox ? [] : (['sidePanel'] as const)),
    ],
    host_permissions: [pagesOf(SERVER, isFirefox)],
    // Requested when the person turns on notifications.
    optional_permissions: ['notifications'],
    // Requested when another server's address is entered on the options page.
    optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
    // During development the pages come from a local server with its own policy.
    ...(isServed ? {} : { content_security_policy: { extension_pages: CONTENT_SECURITY_POLICY } }),
    action: { default_title: 'GoPath' },
    omnibox: { keyword: 'gp' },
    commands: {
      ...(isFirefox
        ? { _execute_sidebar_action: { suggested_key: { default: 'Alt+Shift+M' } } }
        : {
            'open-meeting-notes': {
              suggested_key: { default: 'Alt+Shift+M' },
              description: 'Open meeting notes',
            },
          }),
      // Not B or R: Chrome reserves both, and then assigns no shortcut at all.
      'report-bug': { suggested_key: { default: 'Alt+Shift+U' }, description: 'Report a bug in GoPath' },
      _execute_action: { suggested_key: { default: 'Alt+Shift+G' } },
    },
    ...(isFirefox
      ? { browser_specific_settings: { gecko: GECKO } }
      : { key: PUBLIC_KEY, minimum_chrome_version: '126' }),
  };
}

/**
 * Returns the files that load together with a page or a later part. A page names its scripts; a part names only its
 * styles, because its scripts are on the device and the list of their names would be in every page.
 */
function preloaded(_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'));
}

/** The browser extension: manifest and build. The same React code as the web app, with other surfaces. */
export default defineConfig({
  srcDir: '.',
  entrypointsDir: 'entrypoints',
  publicDir: 'public',
  outDir: 'dist/extension',
  manifestVersion: 3,
  imports: false,
  modules: ['@wxt-dev/webextension-polyfill'],
  manifest: ({ browser, command }) => manifestFor(browser, command === 'serve'),
  hooks: {
    'vite:build:extendConfig': (entrypoints, { build, resolve }) => {
      if (!entrypoints.some(({ type }) => type === 'popup')) return;
      // Only listeners that respond with a promise need the polyfill: the worker and the content script, but no page.
      delete (resolve?.alias as Record<string, string> | undefined)?.['wxt/browser'];
      Object.assign(build?.rollupOptions?.output ?? {}, { manualChunks: pageChunks(['popup', 'sidepanel']) });
    },
  },
  // The cast bridges two versions of Vite's types: WXT has its own Vite.
  vite: ({ browser }) =>
    ({
      plugins: [react(), tailwindcss(), iconImports()],
      define: {
        __SURFACE__: JSON.stringify('extension'),
        __DEFAULT_SERVER__: JSON.stringify(SERVER),
        __SERVER_PAGES__: JSON.stringify(pagesOf(SERVER, browser === 'firefox')),
        __COMMIT_HASH__: JSON.stringify(commitHash()),
      },
      build: {
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false, resolveDependencies: preloaded },
        rollupOptions: { treeshake: TREESHAKE },
      },
    }) as unknown as WxtViteConfig,
});
