import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import type { Database } from '../../../db/database.ts';
import type { TemplateTask } from '../../../db/tables/tasks.ts';

/** A template that a mentor saved. */
export interface StoredTemplate {
  pk: number;
  title: string;
  description: string;
  tasks: readonly TemplateTask[];
}

/** Reads and changes the templates of mentors. */
export class TemplatesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads a mentor's templates by title. */
  ofOwner(ownerPk: number): Promise<StoredTemplate[]> {
    return this.#database.query<StoredTemplate>(
      `SELECT pk, title, description, tasks FROM list_templates WHERE owner_pk = $1
      ORDER BY title, pk LIMIT ${TASK_LIMITS.templates}`,
      [ownerPk],
    );
  }

  async insert(ownerPk: number, template: Omit<StoredTemplate, 'pk'>, now: Date): Promise<number> {
    const { title, description, tasks } = template;
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO list_templates (owner_pk, title, description, tasks, created_at)
      VALUES ($1, $2, $3, $4::jsonb, $5) RETURNING pk`,
      [ownerPk, title, description, JSON.stringify(tasks), now],
    );
    return (row as { pk: number }).pk;
  }

  /** Deletes a mentor's template. @returns whether it existed */
  async remove(ownerPk: number, pk: number): Promise<boolean> {
    const rows = await this.#database.query(
      'DELETE FROM list_templates WHERE pk = $1 AND owner_pk = $2 RETURNING pk',
      [pk, ownerPk],
    );
    return rows.length > 0;
  }
}
