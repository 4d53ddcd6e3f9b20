import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, print, separateOperations } from 'graphql';

/** Returns an operation of the app, exactly as its pages send it. */
export function operation(feature: string, name: string): string {
  const file = path.join(import.meta.dirname, `../src/features/${feature}/${feature}.graphql`);
  const document = separateOperations(parse(readFileSync(file, 'utf8')))[name];
  if (document === undefined) throw new Error(`${feature}.graphql has no operation ${name}.`);
  return print(document);
}
