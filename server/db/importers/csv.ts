import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';

/** An unusable file: nothing of it is stored. */
export class ImportError extends Error {}

/** An unusable row: it is skipped and reported with its line. */
export class RowError extends Error {}

/** A row by column name. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** A row of the file with its line number, for reports. */
export interface CsvRow {
  line: number;
  /** The values; an error when their number is wrong. */
  fields: Fields | RowError;
}

/** Publishers' codes for values that are missing or suppressed. */
const MISSING = new Set(['', 'NULL', 'NA', 'PrivacySuppressed', 'PS']);

/** A longer row means that an opening quote was never closed. */
const MAX_ROW = 200_000;

/**
 * Reads a CSV file as a stream: first its columns, then its rows.
 * @throws ImportError when it is not UTF-8, or its quotes are broken
 */
export async function* readCsv(
  file: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ columns: readonly string[] } | CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
  });
  // Every error in the pipeline also ends the parser.
  pipeline(Readable.from(decode(file)), parser).catch(() => undefined);
  let columns: string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (columns === undefined) {
        columns = record.map((name) => name.trim());
        yield { columns };
        continue;
      }
      const names = columns;
      const fields =
        record.length === names.length
          ? Object.fromEntries(record.map((value, index) => [names[index] as string, value]))
          : new RowError(`has ${record.length} values instead of ${names.length}`);
      yield { line: info.lines, fields };
    }
  } catch (error) {
    if (error instanceof CsvError) {
      throw new ImportError(`The file cannot be read as CSV: ${error.message}`, { cause: error });
    }
    throw error;
  }
  if (columns === undefined) throw new ImportError('The file is empty.');
}

async function* decode(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of file) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new ImportError('The file is not UTF-8 text.') : error;
  }
}

/** Returns the value of a column, or null when it is missing. */
export function valueOf(fields: Fields, column: string): string | null {
  const value = fields[column]?.trim() ?? '';
  return MISSING.has(value) ? null : value;
}

/** Returns a required text. @throws RowError */
export function requiredText(fields: Fields, column: string, max: number): string {
  const value = fields[column]?.trim() ?? '';
  if (value === '') throw new RowError(`${column} is missing`);
  if (value.length > max) throw new RowError(`${column} is longer than ${max} characters`);
  if (value.includes('\0')) throw new RowError(`${column} holds characters that cannot be stored`);
  return value;
}

/** Returns a text, or '' when it is missing. @throws RowError */
export function optionalText(fields: Fields, column: string, max: number): string {
  return valueOf(fields, column) === null ? '' : requiredText(fields, column, max);
}

/** Returns a number within limits, or null when it is missing. @throws RowError */
export function numberOf(fields: Fields, column: string, min: number, max: number): number | null {
  const value = valueOf(fields, column);
  if (value === null) return null;
  const number = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) {
    throw new RowError(`${column} is '${value.slice(0, 40)}', not a number from ${min} to ${max}`);
  }
  return number;
}

/** Returns an integer within limits (some files contain '920.0'), or null. @throws RowError */
export function integerOf(fields: Fields, column: string, min: number, max: number): number | null {
  const number = numberOf(fields, column, min, max);
  if (number !== null && !Number.isInteger(number)) {
    throw new RowError(`${column} is '${fields[column]}', not a whole number`);
  }
  return number;
}
