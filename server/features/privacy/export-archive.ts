/**
 * Writes the ZIP of an export.
 *
 * Input: an {@link ExportRequest}. Output: a stream, so that neither the rows nor the ZIP are in memory as a whole. It
 * contains, in this order:
 *
 *     data/tasks.json    the rows of a table, for each table
 *     files/3f2a….webp   an uploaded file, for each row of the table `files`
 *     index.html         the same rows to read
 */
import { PassThrough, Readable, Writable } from 'node:stream';
import { configure, ZipWriter } from '@zip.js/zip.js';
import type { Database } from '../../db/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { PAGE_END, pageStart, rowHtml, sectionStart } from './export-page.ts';
import { exportedTables, readRows } from './export-rows.repository.ts';

// Node has no web workers.
configure({ useWebWorkers: false });

/** The progress, in percent, after each part. The tables take longest; the caller finishes after storing the ZIP. */
const PROGRESS_AFTER = { tables: 70, files: 90, page: 95 };

/** What an export contains. */
export interface ExportRequest {
  personPk: number;
  fullName: string;
  /** Who requested it: the person, or someone else, who gets only what they can see. */
  requesterPk: number;
  createdAt: Date;
}

function toStream(texts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return Readable.toWeb(
    Readable.from(texts).map((text: string) => Buffer.from(text)),
  ) as ReadableStream<Uint8Array>;
}

/**
 * Streams a ZIP with everything about a person that the requester can see.
 * @param onProgress called with the finished part in percent
 */
export function createArchive(
  { database, storage }: { database: Database; storage: Storage },
  { personPk, fullName, requesterPk, createdAt }: ExportRequest,
  onProgress: (percent: number) => Promise<void>,
): Readable {
  const tables = exportedTables(personPk === requesterPk);
  /** The uploads to add; filled while the rows of `files` are written. */
  const uploads: { name: string; type: string }[] = [];

  /** Yields the rows of a table as JSON. */
  async function* json(table: (typeof tables)[number]) {
    let separator = '[\n';
    for await (const row of readRows(database, table, { personPk, requesterPk })) {
      if (table.name === 'files') {
        uploads.push({ name: String(row['name']), type: String(row['content_type']) });
      }
      yield separator + JSON.stringify(row);
      separator = ',\n';
    }
    yield separator === '[\n' ? '[]\n' : '\n]\n';
  }

  /** Yields the page. It reads the rows again, because they are not kept in memory. */
  async function* page() {
    yield pageStart(fullName, createdAt);
    for (const table of tables) {
      let isEmpty = true;
      for await (const row of readRows(database, table, { personPk, requesterPk })) {
        const html = rowHtml(row);
        if (html === '') continue;
        if (isEmpty) yield sectionStart(table.title);
        isEmpty = false;
        yield html;
      }
    }
    yield PAGE_END;
  }

  const output = new PassThrough();
  async function write() {
    const zip = new ZipWriter(Writable.toWeb(output), { lastModDate: createdAt });
    for (const [index, table] of tables.entries()) {
      await zip.add(`data/${table.name}.json`, toStream(json(table)));
      await onProgress(Math.floor((PROGRESS_AFTER.tables * (index + 1)) / tables.length));
    }
    for (const [index, { name, type }] of uploads.entries()) {
      const bytes = await storage.getStream(name);
      // A file can be deleted while the export runs.
      if (bytes === null) continue;
      const extension = type.replace(/^\w+\//, '');
      await zip.add(`files/${name}.${extension}`, Readable.toWeb(bytes) as ReadableStream<Uint8Array>);
      await onProgress(
        PROGRESS_AFTER.tables +
          Math.floor(((PROGRESS_AFTER.files - PROGRESS_AFTER.tables) * (index + 1)) / uploads.length),
      );
    }
    await zip.add('index.html', toStream(page()));
    await onProgress(PROGRESS_AFTER.page);
    await zip.close();
  }
  write().catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error('The export failed.', { cause: error }));
  });
  return output;
}
