import type { Plugin } from 'vite';

/** Adds `chunks.json`: the code and style files that the page does not load initially. */
export function chunkList(): Plugin {
  return {
    name: 'chunk-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
        .filter((file) => (file.type === 'chunk' ? !file.isEntry : file.fileName.endsWith('.css')))
        .map(({ fileName }) => fileName);
      this.emitFile({ type: 'asset', fileName: 'chunks.json', source: JSON.stringify(files) });
    },
  };
}
