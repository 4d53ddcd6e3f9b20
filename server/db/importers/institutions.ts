import type { Database } from '../database.ts';
import { toSearchText } from '../search.ts';
import {
  type Fields,
  ImportError,
  integerOf,
  numberOf,
  optionalText,
  readCsv,
  requiredText,
  RowError,
  valueOf,
} from './csv.ts';
import { type Importer, markMissing, requireColumns, upsert, upsertSql } from './run-import.ts';

const MAX_ALIAS = 1_000;

type Reader = (fields: Fields, column: string) => number | null;
const integer =
  (min: number, max: number): Reader =>
  (fields, column) =>
    integerOf(fields, column, min, max);
const decimal =
  (min: number, max: number): Reader =>
  (fields, column) =>
    numberOf(fields, column, min, max);

/** Figures that some files lack: the stored figure stays, with its year. */
const FIGURES = [
  { column: 'ADM_RATE', name: 'adm_rate', field: 'admRate', type: 'double precision', read: decimal(0, 1) },
  { column: 'SATVR25', name: 'satvr25', field: 'satvr25', type: 'smallint', read: integer(200, 800) },
  { column: 'SATVR75', name: 'satvr75', field: 'satvr75', type: 'smallint', read: integer(200, 800) },
  { column: 'SATMT25', name: 'satmt25', field: 'satmt25', type: 'smallint', read: integer(200, 800) },
  { column: 'SATMT75', name: 'satmt75', field: 'satmt75', type: 'smallint', read: integer(200, 800) },
  { column: 'ACTCM25', name: 'actcm25', field: 'actcm25', type: 'smallint', read: integer(1, 36) },
  { column: 'ACTCM75', name: 'actcm75', field: 'actcm75', type: 'smallint', read: integer(1, 36) },
  { column: 'UGDS', name: 'ugds', field: 'ugds', type: 'integer', read: integer(0, 10_000_000) },
  { column: 'COSTT4_A', name: 'costt4_a', field: 'costt4A', type: 'integer', read: integer(0, 10_000_000) },
  {
    column: 'TUITIONFEE_IN',
    name: 'tuitionfee_in',
    field: 'tuitionfeeIn',
    type: 'integer',
    read: integer(0, 10_000_000),
  },
  {
    column: 'TUITIONFEE_OUT',
    name: 'tuitionfee_out',
    field: 'tuitionfeeOut',
    type: 'integer',
    read: integer(0, 10_000_000),
  },
] as const;

/** Facts without a year: a file without them leaves the stored values. */
const FACTS = [
  { column: 'CONTROL', name: 'control', type: 'smallint', read: integer(1, 3) },
  { column: 'ICLEVEL', name: 'iclevel', type: 'smallint', read: integer(1, 3) },
  { column: 'LATITUDE', name: 'latitude', type: 'double precision', read: decimal(-90, 90) },
  { column: 'LONGITUDE', name: 'longitude', type: 'double precision', read: decimal(-180, 180) },
] as const;

/** Returns the URL of a website, or '' for an invalid one. Two thirds in the official file have no scheme. */
export function websiteOf(text: string | null): string {
  if (text === null || /\s/.test(text)) return '';
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return URL.canParse(address) && new URL(address).hostname.includes('.') && address.length <= 500
    ? address
    : '';
}

/** Returns a ZIP code as text; spreadsheets drop leading zeros. */
export function zipCodeOf(text: string | null): string {
  if (text === null) return '';
  if (/^\d{3,5}$/.test(text)) return text.padStart(5, '0');
  if (/^\d{8,9}$/.test(text)) return text.padStart(9, '0').replace(/^(\d{5})/, '$1-');
  return text.slice(0, 10);
}

/** Returns the academic year in a file's name, such as MERGED2021_22_PP.csv; null when there is none. */
export function academicYearOf(fileName: string): string | null {
  const match = /(?<!\d)(20\d\d)[-_](?:20)?(\d\d)(?!\d)/.exec(fileName);
  if (match === null || (Number(match[1]) + 1) % 100 !== Number(match[2])) return null;
  return `${match[1]}-${match[2]}`;
}

/** Publishers' columns with the academic year of the figures, or the year in which it begins. */
const YEAR_COLUMNS = ['ACADEMIC_YEAR', 'SCHOOL_YEAR', 'DATA_YEAR', 'YEAR', 'year'];

/** Returns the academic year of a row, or null. */
function academicYearIn(fields: Fields): string | null {
  for (const column of YEAR_COLUMNS) {
    const value = valueOf(fields, column);
    if (value === null) continue;
    if (/^20\d\d$/.test(value)) return `${value}-${String((Number(value) + 1) % 100).padStart(2, '0')}`;
    const year = academicYearOf(value);
    if (year !== null) return year;
  }
  return null;
}

/**
 * Reads the academic year of the figures from the first row of a file.
 * @throws ImportError when the file has none
 */
export async function readAcademicYear(file: AsyncIterable<Uint8Array>): Promise<string> {
  for await (const entry of readCsv(file)) {
    if ('columns' in entry) continue;
    const year = entry.fields instanceof RowError ? null : academicYearIn(entry.fields);
    if (year !== null) return year;
    break;
  }
  throw new ImportError(
    'Neither the name nor the columns of this file give the academic year. Add it, such as --year 2021-22.',
  );
}

/** Rejects figures older than the stored ones. @throws ImportError */
async function rejectOlderFigures(database: Database, year: string, unitids: readonly unknown[]) {
  const [newest] = await database.query<{ year: string | null }>(
    'SELECT max(data_year) AS "year" FROM institutions WHERE unitid = ANY($1::integer[]) AND data_year > $2',
    [unitids, year],
  );
  if (typeof newest?.year !== 'string') return;
  throw new ImportError(
    `The database has figures of ${newest.year}, and this file is of ${year}. ` +
      'To put the older figures in their place, import it with --older.',
  );
}

/** Returns the statement that upserts institutions with the columns of a file. */
function institutionsSql(columns: ReadonlySet<string>): string {
  const figures = FIGURES.filter(({ column }) => columns.has(column));
  const facts = FACTS.filter(({ column }) => columns.has(column));
  const absent = FIGURES.filter(({ column }) => !columns.has(column));
  // The figures that the file lacks keep their year.
  const olderYears = absent.map(
    ({ name, field }) => `'${field}', CASE WHEN institutions.${name} IS NOT NULL THEN nullif(
        coalesce(institutions.older_years->>'${field}', institutions.data_year), excluded.data_year) END`,
  );
  return upsertSql({
    table: 'institutions',
    key: 'unitid',
    columns: {
      unitid: 'integer',
      instnm: 'text',
      ...(columns.has('ALIAS') ? { alias: 'text', alias_search: 'text' } : {}),
      ...(columns.has('INSTURL') ? { insturl: 'text' } : {}),
      city: 'text',
      stabbr: 'text',
      ...(columns.has('ZIP') ? { zip_code: 'text' } : {}),
      ...Object.fromEntries([...figures, ...facts].map(({ name, type }) => [name, type])),
      data_year: 'text',
      name_search: 'text',
    },
    extra: `older_years = jsonb_strip_nulls(jsonb_build_object(${olderYears.join(', ')}))`,
    // An empty alias in the file keeps the stored one: the file lacks many well-known aliases.
    kept: ['alias', 'alias_search'],
  });
}

type InstitutionRow = Record<string, string | number | null>;

/** Returns the row of an institution. @param year the year of the file's figures @throws RowError */
function institutionOf(fields: Fields, columns: ReadonlySet<string>, year: string): InstitutionRow {
  const unitid = integerOf(fields, 'UNITID', 1, 2_147_483_647);
  if (unitid === null) throw new RowError('UNITID is missing');
  const instnm = requiredText(fields, 'INSTNM', 200);
  const named = academicYearIn(fields);
  if (named !== null && named !== year) throw new RowError(`is of ${named}, not of ${year}`);
  // The names of a school and of the schools that merged into it.
  const alias = (valueOf(fields, 'ALIAS') ?? '').slice(0, MAX_ALIAS);
  const numbers = [...FIGURES, ...FACTS].filter(({ column }) => columns.has(column));
  return {
    unitid,
    instnm,
    alias,
    insturl: websiteOf(valueOf(fields, 'INSTURL')),
    city: optionalText(fields, 'CITY', 100),
    stabbr: optionalText(fields, 'STABBR', 2),
    zip_code: zipCodeOf(valueOf(fields, 'ZIP')),
    ...Object.fromEntries(numbers.map(({ name, column, read }) => [name, read(fields, column)])),
    data_year: year,
    name_search: toSearchText(instnm),
    alias_search: toSearchText(alias),
  };
}

/**
 * Imports institutions of the College Scorecard.
 * @param year the academic year of the figures, such as '2021-22'
 * @param options.allowsOlder overwrites newer figures in the database instead of rejecting the file
 */
export function institutionsImporter(year: string, { allowsOlder }: { allowsOlder: boolean }) {
  if (academicYearOf(year) !== year) {
    throw new ImportError(`'${year}' is not an academic year such as 2021-22.`);
  }
  return (columns: ReadonlySet<string>): Importer<InstitutionRow> => {
    requireColumns(columns, ['UNITID', 'INSTNM', 'CITY', 'STABBR']);
    const sql = institutionsSql(columns);
    return {
      searchIndex: 'institutions_search',
      keyOf: (row) => String(row['unitid']),
      parse: (fields) => institutionOf(fields, columns, year),
      async write(database, rows) {
        const unitids = rows.map((row) => row['unitid']);
        if (!allowsOlder) await rejectOlderFigures(database, year, unitids);
        return upsert(database, sql, rows);
      },
      markVanished: (database, keys) => markMissing(database, { table: 'institutions', key: 'unitid' }, keys),
    };
  };
}
