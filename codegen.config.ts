import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';

const documents = globSync('src/features/*/*.graphql').sort();

/** Returns the files of the shared fragments that a file spreads. */
function fragmentsOf(file: string): string[] {
  const spreads = readFileSync(file, 'utf8').matchAll(/\.\.\.(\w+)/g);
  const files = [...spreads].map(([, name]) => `src/transport/fragments/${name}.graphql`);
  return [...new Set(files)].filter((fragment) => existsSync(fragment));
}

/**
 * Generates types and documents of every *.graphql file, one folder per feature, so that a page loads only the
 * operations it uses.
 */
const config: CodegenConfig = {
  schema: 'server/graphql/schema.graphql',
  generates: Object.fromEntries(
    documents.map((file) => [
      `src/transport/generated/${path.basename(file, '.graphql')}/`,
      {
        documents: [file, ...fragmentsOf(file)],
        preset: 'client',
        presetConfig: {
          fragmentMasking: false,
        },
        config: {
          documentMode: 'string',
          useTypeImports: true,
          enumsAsTypes: true,
          pureMagicComment: true,
          skipTypename: true,
          scalars: { DateTime: 'string', Date: 'string', ID: 'string' },
          importExtension: '.ts',
        },
      },
    ]),
  ),
};
export default config;
