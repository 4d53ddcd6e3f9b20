import { pipeline, type Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

const BATCH = 1_000;

/** The source of a CSV file. */
export interface CsvSource<Row> {
  columns: string[];
  maxRows: number;
  /** Reads the rows after `last`; without it, the first ones. */
  read: (last: Row | undefined, limit: number) => Promise<Row[]>;
  toCells: (row: Row) => (string | number | null | undefined)[];
}

/**
 * Streams rows as CSV and reads them in batches. Cells that a spreadsheet would run as formulas start with an
 * apostrophe.
 */
export function streamCsv<Row>({ columns, maxRows, read, toCells }: CsvSource<Row>): Readable {
  async function* rows() {
    let last: Row | undefined;
    for (let left = maxRows; left > 0; left -= BATCH) {
      const limit = Math.min(BATCH, left);
      const batch = await read(last, limit);
      for (const row of batch) yield toCells(row);
      if (batch.length < limit) return;
      last = batch.at(-1);
    }
  }
  const csv = stringify({ header: true, columns, escape_formulas: true, bom: true });
  // The stream emits its errors, and its reader handles them.
  return pipeline(rows, csv, () => undefined);
}
