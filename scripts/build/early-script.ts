import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

const SOURCE = 'src/app/surfaces/app/early.ts';

/**
 * Adds the early script to the page, before the styles, which would delay it. It is not a module: modules run after the
 * page is parsed, and when all their imports have loaded.
 */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    async buildStart() {
      this.emitFile({ type: 'asset', name: 'early.js', source: await bundleScript(SOURCE) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.values(bundle ?? {}).find(
          (asset) => asset.type === 'asset' && asset.names.includes('early.js'),
        );
        if (file === undefined) throw new Error('The early script is missing.');
        return [{ tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' }];
      },
    },
  };
}
