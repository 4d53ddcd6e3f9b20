/**
 * Generates types and documents of every *.graphql file from the committed schema, one folder per feature, so that
 * a page loads only the operations it uses. `--watch` repeats it after each change.
 */
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import path from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse, Source } from 'graphql';

const SETTINGS = {
  documentMode: 'string',
  useTypeImports: true,
  enumsAsTypes: true,
  pureMagicComment: true,
  skipTypename: true,
  scalars: { DateTime: 'string', Date: 'string', ID: 'string' },
  importExtension: '.ts',
};

/** Returns the files of the shared fragments that a file spreads. */
function fragmentsOf(file: string): string[] {
  const spreads = readFileSync(file, 'utf8').matchAll(/\.\.\.(\w+)/g);
  const files = [...spreads].map(([, name]) => `src/transport/fragments/${name}.graphql`);
  return [...new Set(files)].filter((fragment) => existsSync(fragment));
}

/** Writes a file if it changed: development servers watch it. */
function write(file: string, content: string) {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** @throws Error if an operation does not fit the schema */
async function generate() {
  const text = readFileSync('server/graphql/schema.graphql', 'utf8');
  const schema = parse(text, { noLocation: true });
  const schemaAst = buildSchema(text);
  for (const file of globSync('src/features/*/*.graphql').sort()) {
    const documents = [file, ...fragmentsOf(file)].sort().map((location) => {
      const rawSDL = readFileSync(location, 'utf8');
      return { location, rawSDL, document: parse(new Source(rawSDL, location)) };
    });
    const outputs = await preset.buildGeneratesSection({
      baseOutputDir: `src/transport/generated/${path.basename(file, '.graphql')}/`,
      schema,
      schemaAst,
      documents,
      config: SETTINGS,
      presetConfig: { fragmentMasking: false },
      plugins: [],
      pluginMap: {},
    });
    // The other outputs are a function that finds an operation by its text, which we do not use.
    for (const output of outputs.filter(({ filename }) => filename.endsWith('/graphql.ts')))
      write(output.filename, await codegen(output));
  }
}

await generate();
if (process.argv.includes('--watch')) {
  for await (const { filename } of watch('src', { recursive: true })) {
    if (filename?.endsWith('.graphql')) await generate().catch((error: unknown) => console.error(error));
  }
}
