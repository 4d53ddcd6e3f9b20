import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LONG = 'export {};\n'.repeat(401);

/** A file of each former violation, and of its exceptions. */
const FILES = {
  'src/features/tasks/other-feature.ts': "import '#src/features/notes/queries.ts';\n",
  'src/features/tasks/other-feature.test.ts': "import '#src/features/notes/queries.ts';\n",
  'src/lib/long.ts': LONG,
  'src/lib/long.test.ts': LONG,
  'server/db/demo/long.ts': LONG,
  'server/features/tasks/tasks.service.ts': 'export const text = `SELECT 1`;\n',
  'server/features/tasks/tasks.repository.ts': 'export const text = `SELECT 1`;\n',
  'src/lib/cycle-a.ts': "import type { B } from '#src/lib/cycle-b.ts';\nexport type A = B;\n",
  'src/lib/cycle-b.ts': "export type { C as B } from './cycle-c.ts';\n",
  'src/lib/cycle-c.ts': "import type { A } from './cycle-a.ts';\nexport type C = A[];\n",
};

describe('the linter, with the rules of this project', () => {
  let folder: string;
  const found = new Map<string, string[]>();

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'gopath-lint-'));
    for (const copied of ['.oxlintrc.json', 'scripts/lint', 'package.json', 'tsconfig.json']) {
      cpSync(path.join(ROOT, copied), path.join(folder, copied), { recursive: true });
    }
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const oxlint = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json', 'src', 'server'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
    for (const { filename, code } of diagnostics) {
      const file = filename.replaceAll('\\', '/');
      found.set(file, [...(found.get(file) ?? []), code]);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['src/features/tasks/other-feature.ts', 'gopath(imports)'],
    ['src/lib/long.ts', 'eslint(max-lines)'],
    ['server/features/tasks/tasks.service.ts', 'gopath(no-sql)'],
    ['src/lib/cycle-a.ts', 'import(no-cycle)'],
    ['src/lib/cycle-b.ts', 'import(no-cycle)'],
    ['src/lib/cycle-c.ts', 'import(no-cycle)'],
  ])('rejects %s: %s', (file, code) => {
    expect(found.get(file)).toEqual([code]);
  });

  it.each([
    'src/features/tasks/other-feature.test.ts',
    'src/lib/long.test.ts',
    'server/db/demo/long.ts',
    'server/features/tasks/tasks.repository.ts',
  ])('accepts %s', (file) => {
    expect(found.get(file)).toBeUndefined();
  });
});
