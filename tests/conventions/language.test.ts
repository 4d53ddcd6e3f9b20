import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { avoidedWords } from './language.ts';

/** Files whose text is fixed: requirements, avoided words, published catalogues, applied migrations. */
const NOT_OURS = [
  'docs/requirements.tsv',
  'tests/conventions/',
  'src/transport/generated/',
  'server/db/migrations/',
  'server/db/catalogue/',
  'bench/node_modules/',
];

const files = [
  ...globSync('{entrypoints,src,shared,server,tests,scripts,bench}/**/*.{ts,tsx,mjs,css,html,graphql}'),
  ...globSync('docs/**/*.md'),
  'README.md',
]
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !NOT_OURS.some((start) => file.startsWith(start)));

describe('comments, names and texts', () => {
  it('use plain English', () => {
    const found = files.flatMap((file) =>
      avoidedWords(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['// Reads it anew.', /again/],
    ['const doomedLists = [];', /to delete/],
    ['<p>Whom you invite gets a mail.</p>', /who/],
    ['/** Saved by themselves. */', /automatically/],
    ['/** Deletes what has expired. */', /expired rows/],
    ['const renewalUnderWay = true;', /pending/],
    ['/** Who is told of it. */', /notified/],
  ])('finds %s', (line, replacement) => {
    expect(avoidedWords(line).join()).toMatch(replacement);
  });

  it('accepts standard terms', () => {
    expect(
      avoidedWords('/** Returns the lists to delete, and retries when someone else changed them. */'),
    ).toEqual([]);
  });
});
