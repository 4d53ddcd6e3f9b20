import type { RelationKind, Role } from '#shared/kernel/roles.ts';
import type { Database } from '../../db/database.ts';

/** A person of a relation. */
export interface RelatedPerson {
  pk: number;
  role: Role;
  fullName: string;
  isDisabled: boolean;
}

/** A relation between a student and a parent or mentor. */
export interface Relation {
  studentPk: number;
  userPk: number;
  kind: RelationKind;
}

/** The SQL of relations. */
export class RelationsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the people with these pks. Students are locked, so that changes of one student's relations take turns. */
  async lockPeople(pks: readonly number[]): Promise<Map<number, RelatedPerson>> {
    await this.#database.query(
      "SELECT FROM users WHERE pk = ANY($1) AND role = 'student' ORDER BY pk FOR NO KEY UPDATE",
      [pks],
    );
    return this.people(pks);
  }

  /** Returns the people with these pks that exist. */
  async people(pks: readonly number[]): Promise<Map<number, RelatedPerson>> {
    const rows = await this.#database.query<RelatedPerson>(
      `SELECT pk, role, full_name AS "fullName", disabled_at IS NOT NULL AS "isDisabled"
      FROM users WHERE pk = ANY($1)`,
      [pks],
    );
    return new Map(rows.map((row) => [row.pk, row]));
  }

  /** Returns whether the two people are related. */
  async isRelated({ studentPk, userPk }: Relation): Promise<boolean> {
    const rows = await this.#database.query('SELECT FROM relations WHERE student_pk = $1 AND user_pk = $2', [
      studentPk,
      userPk,
    ]);
    return rows.length > 0;
  }

  /** Returns how many parents or mentors the student has. */
  async count({ studentPk, kind }: Relation): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM relations WHERE student_pk = $1 AND kind = $2',
      [studentPk, kind],
    );
    return row?.count ?? 0;
  }

  async insert(relation: Relation): Promise<void> {
    await this.#database.kysely.insertInto('relations').values(relation).execute();
  }

  /** Removes the relation and the pin that it allowed. */
  async delete({ studentPk, userPk }: Relation): Promise<void> {
    await this.#database.query('DELETE FROM relations WHERE student_pk = $1 AND user_pk = $2', [
      studentPk,
      userPk,
    ]);
    await this.#database.query('DELETE FROM pins WHERE user_pk = $2 AND pinned_pk = $1', [studentPk, userPk]);
  }
}
