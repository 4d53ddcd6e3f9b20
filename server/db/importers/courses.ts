import { optionalText, requiredText, RowError } from './csv.ts';
import { type Importer, markMissing, requireColumns, upsert, upsertSql } from './run-import.ts';
import { schoolNumberOf } from './schools.ts';

interface CourseRow {
  school: string;
  official_key: string;
  name: string;
  subject_requirement: string;
  uc_honors: boolean;
}

const SQL = upsertSql({
  table: 'courses',
  key: 'official_key',
  columns: {
    school_pk: 'integer',
    official_key: 'text',
    name: 'text',
    subject_requirement: 'text',
    uc_honors: 'boolean',
  },
});

/** Courses that the University of California approved for schools (A-G lists). Import the schools first. */
export function coursesImporter(columns: ReadonlySet<string>): Importer<CourseRow> {
  requireColumns(columns, ['NCESSCH', 'TITLE', 'SUBJECT_AREA', 'IS_HONORS', 'UCOP_COURSE_ID']);
  return {
    keyOf: (row) => row.official_key,
    parse(fields) {
      const school = schoolNumberOf(fields);
      const subject = optionalText(fields, 'SUBJECT_AREA', 20);
      if (!/^[A-G]?$/.test(subject)) throw new RowError(`SUBJECT_AREA is '${subject}', not A to G`);
      const honors = requiredText(fields, 'IS_HONORS', 5);
      if (honors !== '0' && honors !== '1') throw new RowError(`IS_HONORS is '${honors}', not 0 or 1`);
      return {
        school,
        official_key: `${school}:${requiredText(fields, 'UCOP_COURSE_ID', 100)}`,
        name: requiredText(fields, 'TITLE', 200),
        subject_requirement: subject,
        uc_honors: honors === '1',
      };
    },
    async write(database, rows) {
      const schools = await database.query<{ key: string; pk: number }>(
        'SELECT official_key AS "key", pk FROM schools WHERE official_key = ANY($1::text[])',
        [[...new Set(rows.map((row) => row.school))]],
      );
      const pks = new Map(schools.map(({ key, pk }) => [key, pk]));
      const known = rows.filter((row) => pks.has(row.school));
      const written = await upsert(
        database,
        SQL,
        known.map(({ school, ...row }) => ({ school_pk: pks.get(school), ...row })),
      );
      const refused = rows
        .filter((row) => !pks.has(row.school))
        .map((row) => ({ key: row.official_key, reason: `there is no school ${row.school}` }));
      return { ...written, refused };
    },
    // A file covers the schools in it; courses of other schools stay unchanged.
    markVanished: (database, keys) =>
      markMissing(
        database,
        {
          table: 'courses',
          key: 'official_key',
          scope: `split_part(courses.official_key, ':', 1)
            IN (SELECT DISTINCT split_part(given.key, ':', 1) FROM unnest($1::text[]) AS given (key))`,
        },
        keys,
      ),
  };
}
