import type { Database } from '../../../db/database.ts';
import { lookupSql, lookupValues } from './lookups.sql.ts';
import { type Institution, institutionColumns } from '../colleges/institutions.sql.ts';

/** A school that a student can choose. */
export interface SchoolChoice {
  pk: number;
  name: string;
  city: string;
  state: string;
}

/** A major that a student can choose. */
export interface MajorChoice {
  pk: number;
  cipcode4: string;
  description: string;
}

/** The maximum number of results of a search (ROAD-027, COLL-025). */
export const LOOKUP_SIZES = { schools: 10, majors: 10, institutions: 20 } as const;
export type LookupTable = keyof typeof LOOKUP_SIZES;

const KEYS = { schools: 'pk', majors: 'pk', institutions: 'unitid' } as const;
const NAMES = { schools: 'name', majors: 'description', institutions: 'instnm' } as const;
const COLUMNS = {
  schools: 'entry.pk, entry.name, entry.city, entry.state',
  majors: 'entry.pk, entry.cipcode4, entry.description',
  institutions: institutionColumns('entry'),
} as const;

/**
 * Returns the condition that excludes institutions on the roadmap (COLL-026). @param roadmapPk a parameter; null
 * excludes none
 */
const notOnRoadmap = (roadmapPk: string) =>
  `NOT EXISTS (SELECT FROM colleges WHERE colleges.roadmap_pk = ${roadmapPk} AND colleges.unitid = entry.unitid)`;

const SEARCHES = Object.fromEntries(
  (Object.keys(LOOKUP_SIZES) as LookupTable[]).map((table) => [
    table,
    lookupSql({
      table,
      key: KEYS[table],
      names: table === 'institutions' ? ['name_search', 'alias_search'] : ['search'],
      columns: COLUMNS[table],
      limit: LOOKUP_SIZES[table],
      ...(table === 'institutions'
        ? { size: 'coalesce(entry.ugds, 0)', condition: notOnRoadmap('$16') }
        : {}),
    }),
  ]),
) as Record<LookupTable, string>;

interface Rows {
  schools: SchoolChoice;
  majors: MajorChoice;
  institutions: Institution;
}

/** Searches and lists the catalogues of schools, majors and colleges. */
export class LookupsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the matches of a text, best first. */
  async search<Table extends LookupTable>(
    table: Table,
    text: string,
    roadmapPk: number | null = null,
  ): Promise<Rows[Table][]> {
    const values = lookupValues(text);
    if (values.length === 0) return [];
    return this.#database.search(SEARCHES[table], table === 'institutions' ? [...values, roadmapPk] : values);
  }

  /** Reads entries by name, after a position. @param limit part of the SQL text */
  list<Table extends LookupTable>(
    table: Table,
    limit: number,
    after: { name: string; key: number } | null,
    roadmapPk: number | null = null,
  ): Promise<Rows[Table][]> {
    const [key, name] = [KEYS[table], NAMES[table]];
    const isOfRoadmap = table === 'institutions' && roadmapPk !== null;
    return this.#database.search(
      `SELECT ${COLUMNS[table]} FROM ${table} AS entry
      WHERE entry.vanished_at IS NULL AND ($1::text IS NULL OR (entry.${name}, entry.${key}) > ($1, $2::integer))
        ${isOfRoadmap ? `AND ${notOnRoadmap('$3')}` : ''}
      ORDER BY entry.${name}, entry.${key} LIMIT ${limit}`,
      [after?.name ?? null, after?.key ?? null, ...(isOfRoadmap ? [roadmapPk] : [])],
    );
  }

  async exists(table: LookupTable, key: number | null | undefined): Promise<boolean> {
    if (key === null || key === undefined) return false;
    const rows = await this.#database.query(`SELECT FROM ${table} WHERE ${KEYS[table]} = $1`, [key]);
    return rows.length > 0;
  }
}
