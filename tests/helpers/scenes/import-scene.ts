/** The database of the tests of imports, and imports of texts. */
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { type FiguresOptions, importerOf, type ImportName } from '#server/db/importers/importers.ts';
import { type ImportOptions, runImport } from '#server/db/importers/run-import.ts';
import { openTestDatabase } from '../database/test-database.ts';

export let database: Database;

/** Opens a database for the tests of a file. */
export function startImportTests() {
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
}

async function* streamOf(text: string | Uint8Array) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  // Small chunks, which can split rows and characters.
  const size = bytes.length > 100_000 ? 65_536 : 50;
  for (let start = 0; start < bytes.length; start += size) yield bytes.slice(start, start + size);
}

/** Imports a text as if it were a file. */
export const importText = (
  name: ImportName,
  text: string | Uint8Array,
  options?: ImportOptions,
  figures: FiguresOptions = { year: '2021-22' },
) =>
  importerOf(name, 'file.csv', figures).then((importer) =>
    runImport(database, importer, streamOf(text), options),
  );
