/** Writes dist/operations.json: the text of every operation of our clients, the only ones that production accepts. */
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const texts: string[] = [];
for (const file of globSync('src/transport/generated/*/graphql.ts').sort()) {
  const generated = (await import(pathToFileURL(path.resolve(file)).href)) as object;
  for (const document of Object.values(generated)) {
    if (document instanceof String) texts.push(String(document));
  }
}

mkdirSync('dist', { recursive: true });
writeFileSync('dist/operations.json', JSON.stringify(texts, null, 1));
console.log(`${texts.length} operations`);
