import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const SOURCE = path.resolve(import.meta.dirname, '../src/app/surfaces/app/early.ts');

/** Bundles the early script into one classic script without imports. */
async function bundleEarlyScript(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: { input: SOURCE, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return output.output[0].code;
}

/**
 * Adds the early script to the page, before the styles, which would delay it. It is not a module: modules run after the
 * page is parsed, and when all their imports have loaded.
 */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    apply: 'build',
    async buildStart() {
      this.emitFile({ type: 'asset', name: 'early.js', source: await bundleEarlyScript() });
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
