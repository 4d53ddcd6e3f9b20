import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { createDatabase } from '#tests/helpers/database/create-database.ts';
import { TEMPLATE_NAME } from '#tests/helpers/database/database-template.ts';

const run = promisify(execFile);

/** Opening an embedded database in another process takes too long. */
it.skipIf(inject('engine') === 'pglite')(
  'npm run import closes the database and shows the error when the file cannot be read',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'import-'));
    const DATABASE_URL = await createDatabase(inject('template'), 'import_command', TEMPLATE_NAME);
    const result = await run(process.execPath, ['scripts/import.ts', 'majors', folder], {
      env: { ...process.env, DATABASE_URL, DATA_DIR: folder },
    }).catch((error: unknown) => error);
    rmSync(folder, { recursive: true });
    expect(result).toMatchObject({ code: 1, stderr: 'EISDIR: illegal operation on a directory, read\n' });
  },
);
