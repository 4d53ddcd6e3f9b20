import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, print, separateOperations } from 'graphql';

const SOURCE = path.join(import.meta.dirname, '../src');

/** Returns an operation of the app with its fragments, exactly as its pages send it. */
export function operation(feature: string, name: string): string {
  const fragments = globSync('transport/fragments/*.graphql', { cwd: SOURCE });
  const files = [`features/${feature}/${feature}.graphql`, ...fragments];
  const text = files.map((file) => readFileSync(path.join(SOURCE, file), 'utf8')).join('\n');
  const document = separateOperations(parse(text))[name];
  if (document === undefined) throw new Error(`${feature}.graphql has no operation ${name}.`);
  return print(document);
}
