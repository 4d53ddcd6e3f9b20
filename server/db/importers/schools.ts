import { toSearchText } from '../search.ts';
import { type Fields, optionalText, requiredText, RowError } from './csv.ts';
import { type Importer, markMissing, requireColumns, upsert, upsertSql } from './run-import.ts';

interface SchoolRow {
  source: 'public' | 'private';
  official_key: string;
  name: string;
  city: string;
  state: string;
  search: string;
}

const SQL = upsertSql({
  table: 'schools',
  key: 'official_key',
  columns: {
    source: 'text',
    official_key: 'text',
    name: 'text',
    city: 'text',
    state: 'text',
    search: 'text',
  },
});

/** Returns the NCES number of a public school: twelve digits; spreadsheets drop leading zeros. */
export function schoolNumberOf(fields: Fields): string {
  const key = requiredText(fields, 'NCESSCH', 12).padStart(12, '0');
  if (!/^\d{12}$/.test(key)) throw new RowError(`NCESSCH is '${key}', not twelve digits`);
  return key;
}

function importer(
  source: SchoolRow['source'],
  read: (fields: Fields) => Omit<SchoolRow, 'source' | 'search'>,
) {
  return {
    searchIndex: 'schools_search',
    keyOf: (row) => row.official_key,
    parse(fields) {
      const row = read(fields);
      return { source, ...row, search: toSearchText(`${row.name} ${row.city} ${row.state}`) };
    },
    write: (database, rows) => upsert(database, SQL, rows),
    markVanished: (database, keys) =>
      markMissing(database, { table: 'schools', key: 'official_key', scope: `source = '${source}'` }, keys),
  } satisfies Importer<SchoolRow>;
}

/** Imports public schools (Common Core of Data) or private ones (Private School Survey), depending on the columns. */
export function schoolsImporter(columns: ReadonlySet<string>): Importer<SchoolRow> {
  if (columns.has('PINST')) {
    requireColumns(columns, ['PINST', 'PCITY', 'PSTABB']);
    return importer('private', (fields) => {
      const name = requiredText(fields, 'PINST', 200);
      const city = optionalText(fields, 'PCITY', 100);
      const state = optionalText(fields, 'PSTABB', 2);
      // The list has no numbers: name and place identify a school.
      return { official_key: `private:${name}|${city}|${state}`.toLowerCase(), name, city, state };
    });
  }
  requireColumns(columns, ['NCESSCH', 'SCH_NAME', 'LCITY', 'LSTATE']);
  return importer('public', (fields) => ({
    official_key: schoolNumberOf(fields),
    name: requiredText(fields, 'SCH_NAME', 200),
    city: optionalText(fields, 'LCITY', 100),
    state: optionalText(fields, 'LSTATE', 2),
  }));
}
