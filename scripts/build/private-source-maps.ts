import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Moves source maps out of the folder that the server serves, so that they stay private. Upload them to the
 * error-reporting service from there.
 * @param folder where they go
 */
export function privateSourceMaps(folder: string): Plugin {
  return {
    name: 'private-source-maps',
    apply: 'build',
    writeBundle({ dir = '.' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => file.endsWith('.map'))) {
        const target = path.join(folder, name);
        mkdirSync(path.dirname(target), { recursive: true });
        renameSync(path.join(dir, name), target);
      }
    },
  };
}
