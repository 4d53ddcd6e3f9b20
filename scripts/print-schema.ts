/** Writes server/graphql/schema.graphql, the only server file that the client uses. `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '#server/schema.ts';

const file = new URL('../server/graphql/schema.graphql', import.meta.url);
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;

if (process.argv.includes('--check')) {
  let committed = '';
  try {
    committed = readFileSync(file, 'utf8');
  } catch {
    // A missing file counts as different.
  }
  if (committed !== printed) {
    console.error('server/graphql/schema.graphql is out of date: run `npm run codegen`.');
    process.exit(1);
  }
} else {
  writeFileSync(file, printed);
}
