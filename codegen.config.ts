import type { CodegenConfig } from '@graphql-codegen/cli';

/** Types and documents of every *.graphql operation, and the list of documents that the server answers. */
const config: CodegenConfig = {
  schema: 'server/graphql/schema.graphql',
  documents: ['src/features/**/*.graphql'],
  ignoreNoDocuments: true,
  generates: {
    'src/transport/generated/': {
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
  },
};
export default config;
