import { toSearchText } from '../search.ts';
import { requiredText, RowError } from './csv.ts';
import { type Importer, markMissing, requireColumns, upsert, upsertSql } from './run-import.ts';

interface MajorRow {
  cipcode4: string;
  description: string;
  search: string;
}

const SQL = upsertSql({
  table: 'majors',
  key: 'cipcode4',
  columns: { cipcode4: 'text', description: 'text', search: 'text' },
});

/** Imports four-digit titles of the Classification of Instructional Programs. */
export function majorsImporter(columns: ReadonlySet<string>): Importer<MajorRow> {
  requireColumns(columns, ['CIPCODE4', 'CIPDESC']);
  return {
    searchIndex: 'majors_search',
    keyOf: (row) => row.cipcode4,
    parse(fields) {
      // Spreadsheets drop the leading zero.
      const cipcode4 = requiredText(fields, 'CIPCODE4', 5).padStart(4, '0');
      if (!/^\d{4}$/.test(cipcode4)) throw new RowError(`CIPCODE4 is '${cipcode4}', not four digits`);
      const description = requiredText(fields, 'CIPDESC', 200).replace(/\.$/, '');
      return { cipcode4, description, search: toSearchText(description) };
    },
    write: (database, rows) => upsert(database, SQL, rows),
    markVanished: (database, keys) => markMissing(database, { table: 'majors', key: 'cipcode4' }, keys),
  };
}
