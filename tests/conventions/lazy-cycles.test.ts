import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findCycles, importsOf } from './lazy-cycles.ts';

it('has no import cycles, lazy imports included', () => {
  const files = globSync('{entrypoints,src,shared,server}/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('/generated/') && !/\.test\.tsx?$/.test(file));
  const graph = new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]));
  expect(findCycles(graph)).toEqual([]);
});

it('finds a cycle of type imports and a lazy import', () => {
  const graph = new Map([
    ['a.ts', importsOf('a.ts', "import type { B } from './b.ts';")],
    ['b.ts', importsOf('b.ts', "export type { C } from './c.ts';")],
    ['c.ts', importsOf('c.ts', "const load = () => import('./a.ts');")],
  ]);
  expect(findCycles(graph)).toEqual(['a.ts -> b.ts -> c.ts -> a.ts']);
});
