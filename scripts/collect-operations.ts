/** Writes dist/operations.json: the text of every operation of our clients, the only ones answered in production. */
import { mkdirSync, writeFileSync } from 'node:fs';
import * as generated from '#src/transport/generated/graphql.ts';

const texts = Object.values(generated)
  .filter((value) => value instanceof generated.TypedDocumentString)
  .map((document) => document.toString());

mkdirSync('dist', { recursive: true });
writeFileSync('dist/operations.json', JSON.stringify(texts, null, 1));
console.log(`${texts.length} operations`);
