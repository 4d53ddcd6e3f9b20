import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gopath-lint-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns what the linter prints about files, with this project's rules. */
function lint(files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--config', path.join(ROOT, '.oxlintrc.json'), '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  return stdout + stderr;
}

it('rejects cycles, type imports and lazy imports included', () => {
  const found = lint({
    'a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
    'b.ts': "export type { C as B } from './c.ts';\n",
    'c.ts': "import type { A } from './a.ts';\nexport type C = A[];\n",
  });
  expect(found).toMatch(/no-cycle/);
});
