/**
 * Imports a published file into the database atomically: `npm run import -- institutions|majors|schools|courses|exams
 * FILE [--year 2021-22] [--older] [--dry-run] [--partial]`
 */
import { createReadStream, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '#server/config.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { ImportError } from '#server/db/importers/csv.ts';
import { importerOf, type ImportName, IMPORTS } from '#server/db/importers/importers.ts';
import { runImport } from '#server/db/importers/run-import.ts';

const USAGE = `npm run import -- ${IMPORTS.join('|')} FILE [--year 2021-22] [--older] [--dry-run] [--partial]`;
const SHOWN = 20;

/** Shows a progress bar in a terminal, and nothing elsewhere. */
function progressBar(file: string) {
  const total = statSync(file).size;
  let read = 0;
  let rows = 0;
  const draw = () => {
    if (!process.stderr.isTTY) return;
    const share = total === 0 ? 1 : read / total;
    const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░');
    process.stderr.write(`\r${bar} ${Math.round(share * 100)} %  ${rows.toLocaleString('en')} rows`);
  };
  return {
    /** Reads the file. */
    async *chunks(): AsyncGenerator<Buffer> {
      for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
        read += chunk.length;
        draw();
        yield chunk;
      }
    },
    onRows: (count: number) => {
      rows = count;
      draw();
    },
    end: () => process.stderr.isTTY && process.stderr.write('\n'),
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      year: { type: 'string' },
      older: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      partial: { type: 'boolean', default: false },
    },
  });
  const [name, file, ...rest] = positionals;
  if (!IMPORTS.includes(name as ImportName) || file === undefined || rest.length > 0) {
    throw new ImportError(USAGE);
  }
  const importer = await importerOf(name as ImportName, file, values);
  const progress = progressBar(file);
  // Loads the server after checking the arguments, so that wrong ones fail immediately.
  const { prepareDatabase } = await import('#server/db/prepare.ts');
  const { openDatabase } = await import('#server/start.ts');
  const { database, close } = await openDatabase(readConfig(process.env));
  try {
    await prepareDatabase(database);
    const report = await runImport(database, importer, progress.chunks(), {
      dryRun: values['dry-run'],
      partial: values.partial,
      onRows: progress.onRows,
    });
    progress.end();
    for (const { line, reason } of report.skipped.slice(0, SHOWN))
      console.log(`Line ${line} skipped: ${reason}`);
    if (report.skipped.length > SHOWN) console.log(`… and ${report.skipped.length - SHOWN} more.`);
    const vanished = report.vanished === null ? '' : `${report.vanished} no longer in the file, `;
    console.log(
      `${report.rows} rows: ${report.inserted} new, ${report.updated} changed, ${report.unchanged} unchanged, ` +
        `${vanished}${report.skipped.length} skipped.` +
        (values['dry-run'] ? ' Nothing was changed (dry run).' : ''),
    );
    if (report.vanished === null) {
      console.log(
        'Rows that are missing in the file were not marked as vanished, because a row could not be read.',
      );
    }
  } finally {
    await close();
  }
}

try {
  await main();
} catch (error) {
  const isExplained =
    error instanceof ImportError ||
    error instanceof ConfigError ||
    error instanceof FolderInUseError ||
    ['ENOENT', 'EISDIR', 'ERR_PARSE_ARGS_UNKNOWN_OPTION', 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE'].includes(
      (error as NodeJS.ErrnoException).code ?? '',
    );
  console.error(isExplained ? (error as Error).message : error);
  process.exitCode = 1;
}
