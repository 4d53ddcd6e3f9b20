import type { Database } from '../../db/database.ts';

const IS_OPEN = `tasks.completed_at IS NULL AND tasks.due_at IS NOT NULL AND tasks.deleted_at IS NULL`;

/** Reads the data of task alerts. */
export class TaskAlertsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the open tasks due in a period, in order of their due dates. @param after the last one read */
  dueBetween(
    from: Date,
    to: Date,
    after: { at: Date; pk: number } | null,
    limit: number,
  ): Promise<{ userPk: number; pk: number; title: string; slug: string; at: Date }[]> {
    return this.#database.query(
      `SELECT tasks.owner_pk AS "userPk", tasks.pk, tasks.name AS title, slug, due_at AS at
      FROM tasks JOIN task_lists ON task_lists.pk = list_pk
      WHERE ${IS_OPEN} AND due_at BETWEEN $1 AND $2 AND (due_at, tasks.pk) > ($3, $4)
      ORDER BY due_at, tasks.pk LIMIT $5`,
      [from, to, after?.at ?? new Date(0), after?.pk ?? 0, limit],
    );
  }

  /**
   * Reads a person's open tasks that are overdue, and those due within a week: the first ones of both, with the total.
   */
  dueSoon(
    userPk: number,
    now: Date,
    limit: number,
  ): Promise<{ pk: number; name: string; slug: string; isOverdue: boolean; total: number }[]> {
    return this.#database.query(
      `SELECT * FROM (
        SELECT tasks.pk, tasks.name, slug, due_at <= $2 AS "isOverdue", count(*) OVER section::int AS total,
          row_number() OVER (section ORDER BY due_at, tasks.pk) AS position
        FROM tasks JOIN task_lists ON task_lists.pk = list_pk
        WHERE tasks.owner_pk = $1 AND ${IS_OPEN} AND due_at <= $2::timestamptz + interval '7 days'
        WINDOW section AS (PARTITION BY due_at <= $2)
      ) AS due WHERE position <= $3 ORDER BY position`,
      [userPk, now, limit],
    );
  }

  /** Reads a task that someone else added for its owner; none if the owner added it or it was deleted. */
  addedTask(taskPk: number): Promise<{ userPk: number; name: string; slug: string; by: string }[]> {
    return this.#database.query(
      `SELECT tasks.owner_pk AS "userPk", tasks.name, slug, author.full_name AS by
      FROM tasks JOIN task_lists ON task_lists.pk = list_pk JOIN users AS author ON author.pk = tasks.created_by_pk
      WHERE tasks.pk = $1 AND deleted_at IS NULL AND tasks.created_by_pk <> tasks.owner_pk`,
      [taskPk],
    );
  }

  /** Reads a list that was added for its owner; none if it was deleted. */
  addedList(listPk: number): Promise<{ userPk: number; name: string; slug: string }[]> {
    return this.#database.query('SELECT owner_pk AS "userPk", name, slug FROM task_lists WHERE pk = $1', [
      listPk,
    ]);
  }
}
