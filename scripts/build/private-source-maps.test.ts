import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { privateSourceMaps } from './private-source-maps.ts';

it('moves source maps out of the folder that the server serves', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gopath-maps-'));
  const [web, maps] = [path.join(folder, 'web'), path.join(folder, 'maps')];
  mkdirSync(path.join(web, 'assets'), { recursive: true });
  const files = ['assets/index.js', 'assets/index.js.map'];
  for (const file of files) writeFileSync(path.join(web, file), '{}');
  const { writeBundle } = privateSourceMaps(maps) as unknown as {
    writeBundle: (options: { dir: string }, bundle: object) => void;
  };
  writeBundle({ dir: web }, Object.fromEntries(files.map((file) => [file, {}])));
  expect(existsSync(path.join(web, 'assets/index.js'))).toBe(true);
  expect(existsSync(path.join(web, 'assets/index.js.map'))).toBe(false);
  expect(existsSync(path.join(maps, 'assets/index.js.map'))).toBe(true);
  rmSync(folder, { recursive: true });
});
