import { globSync } from 'node:fs';
import path from 'node:path';
import type { CodegenConfig } from '@graphql-codegen/cli';

const documents = globSync('src/features/*/*.graphql').sort();

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
        documents: file,
        preset: 'client',
        presetConfig: {
          fragmentMasking: false,
          persistedDocuments: { mode: 'embedHashInDocument', hashAlgorithm: 'sha256' },
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
