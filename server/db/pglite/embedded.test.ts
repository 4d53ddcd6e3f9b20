import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, it } from 'vitest';

it.skipIf(inject('engine') === 'postgres')('starts in watch mode, as `npm run dev` runs it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gopath-watch-'));
  const file = path.join(folder, 'open.mjs');
  const module = new URL('./embedded.ts', import.meta.url);
  writeFileSync(
    file,
    `import { EmbeddedDatabase } from '${module.href}';
    await EmbeddedDatabase.open(null);
    console.log('opened');
    process.kill(process.ppid);`,
  );
  const child = spawn(process.execPath, ['--watch', file], { timeout: 20_000 });
  expect(await text(child.stdout)).toContain('opened');
  rmSync(folder, { recursive: true });
});
