import { DATE_PRECISIONS, type DatePrecision } from '#shared/roadmap/exams.ts';
import type { Database } from '../database.ts';
import { type Fields, numberOf, requiredText, RowError } from './csv.ts';
import { type Importer, requireColumns, type Written } from './run-import.ts';

interface CategoryRow {
  category: string;
  min: number;
  max: number;
  precision: DatePrecision;
  /** Null when the file has no step: the stored one stays. */
  step: number | null;
}

interface ExamRow extends CategoryRow {
  exam: string;
}

const WRITE_CATEGORIES = `
  WITH written AS (
    INSERT INTO exam_categories AS stored (name, min_score, max_score, date_precision, step, position)
    SELECT category, min, max, precision, coalesce(step, 1),
      (SELECT coalesce(max(position), 0) FROM exam_categories) + row_number() OVER ()
    FROM json_to_recordset($1::json)
      AS given (category text, min numeric, max numeric, precision text, step numeric)
    ON CONFLICT (name) DO UPDATE SET min_score = excluded.min_score, max_score = excluded.max_score,
      date_precision = excluded.date_precision
    WHERE (stored.min_score, stored.max_score, stored.date_precision)
      IS DISTINCT FROM (excluded.min_score, excluded.max_score, excluded.date_precision)
    RETURNING (xmax = 0) AS is_new
  )
  SELECT count(*) FILTER (WHERE is_new)::int AS inserted, count(*) FILTER (WHERE NOT is_new)::int AS updated
  FROM written`;

const WRITE_STEPS = `
  UPDATE exam_categories SET step = given.step
  FROM json_to_recordset($1::json) AS given (category text, step numeric)
  WHERE given.category = exam_categories.name AND given.step <> exam_categories.step
  RETURNING pk`;

const WRITE_EXAMS = `
  WITH written AS (
    INSERT INTO exams AS stored (category_pk, name)
    SELECT exam_categories.pk, given.exam
    FROM json_to_recordset($1::json) AS given (category text, exam text)
    JOIN exam_categories ON exam_categories.name = given.category
    ON CONFLICT (category_pk, name) DO UPDATE SET vanished_at = NULL WHERE stored.vanished_at IS NOT NULL
    RETURNING (xmax = 0) AS is_new
  )
  SELECT count(*) FILTER (WHERE is_new)::int AS inserted, count(*) FILTER (WHERE NOT is_new)::int AS updated
  FROM written`;

async function writeCategories(database: Database, rows: readonly CategoryRow[]): Promise<Written> {
  const categories = [...new Map(rows.map((row) => [row.category, row])).values()];
  const [written] = await database.query<Written>(WRITE_CATEGORIES, [JSON.stringify(categories)]);
  const steps = categories.filter((row) => row.step !== null);
  const changed = await database.query(WRITE_STEPS, [JSON.stringify(steps)]);
  const { inserted = 0, updated = 0 } = written ?? {};
  return { inserted, updated: Math.max(updated, changed.length) };
}

function parseCategory(fields: Fields): CategoryRow {
  const category = requiredText(fields, 'category', 100);
  const min = numberOf(fields, 'min', 0, 10_000);
  const max = numberOf(fields, 'max', 0, 10_000);
  if (min === null || max === null || min > max) throw new RowError('min and max are not a range');
  const precision = requiredText(fields, 'datePrecision', 20) as DatePrecision;
  if (!DATE_PRECISIONS.includes(precision)) throw new RowError(`datePrecision is '${precision}'`);
  return { category, min, max, precision, step: numberOf(fields, 'step', 0.1, 100) };
}

/** Imports exams with their categories, or only categories (with their steps), depending on the columns. */
export function examsImporter(columns: ReadonlySet<string>): Importer<CategoryRow | ExamRow> {
  requireColumns(columns, ['category', 'min', 'max', 'datePrecision']);
  if (!columns.has('exam')) {
    return { keyOf: (row) => row.category, parse: parseCategory, write: writeCategories };
  }
  return {
    keyOf: (row) => ('exam' in row ? `${row.category}|${row.exam}` : row.category),
    parse: (fields) => ({ ...parseCategory(fields), exam: requiredText(fields, 'exam', 200) }),
    async write(database, rows) {
      await writeCategories(database, rows);
      const [written] = await database.query<Written>(WRITE_EXAMS, [JSON.stringify(rows)]);
      return written ?? { inserted: 0, updated: 0 };
    },
    async markVanished(database, keys) {
      const [row] = await database.query<{ marked: number; stored: number }>(
        `WITH marked AS (
          UPDATE exams SET vanished_at = now() FROM exam_categories
          WHERE exam_categories.pk = exams.category_pk AND exams.vanished_at IS NULL
            AND exam_categories.name || '|' || exams.name <> ALL($1::text[])
          RETURNING 1
        )
        SELECT (SELECT count(*) FROM marked)::int AS marked,
          (SELECT count(*) FROM exams WHERE vanished_at IS NULL)::int AS stored`,
        [keys],
      );
      return row ?? { marked: 0, stored: 0 };
    },
  };
}
