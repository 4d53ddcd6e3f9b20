import path from 'node:path';
import { build, type Rolldown } from 'vite';

/**
 * Bundles a source file into one classic script without imports.
 * @param file from the project's folder
 */
export async function bundleScript(file: string, define: Record<string, string> = {}): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    define,
    build: {
      write: false,
      rolldownOptions: {
        input: path.resolve(import.meta.dirname, '../..', file),
        output: { format: 'iife' },
        // Operations that the script does not use.
        treeshake: { manualPureFunctions: ['TypedDocumentString'] },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}
