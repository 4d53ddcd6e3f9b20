import type { Plugin } from 'vite';

/** Chunks that most people never need. */
const RARE = new Set(['sentry']);

/** Adds `chunks.json`: the code and style files that the page does not load initially but may need offline. */
export function chunkList(): Plugin {
  return {
    name: 'chunk-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
        .filter((file) =>
          file.type === 'chunk' ? !file.isEntry && !RARE.has(file.name) : file.fileName.endsWith('.css'),
        )
        .map(({ fileName }) => fileName);
      this.emitFile({ type: 'asset', fileName: 'chunks.json', source: JSON.stringify(files) });
    },
  };
}
