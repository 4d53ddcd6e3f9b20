import type { ListColor } from '#shared/tasks/constants.ts';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { containing } from '../../../db/like.ts';
import type { Database } from '../../../db/database.ts';
import { nestTasks, openTasksJson, type TaskJson, type TaskTuple, visible } from '../tasks.sql.ts';

/** The fields of the reader that queries need. */
export interface Reader {
  pk: number;
  studentPks: readonly number[];
}

/** A list as queries return it. */
export interface ListRow {
  pk: number;
  name: string;
  slug: string;
  color: ListColor;
  private: boolean;
  ownerPk: number;
  ownerFullName: string;
  createdByPk: number | null;
  /** Whether it is one of the reader's favorites. */
  favorite: boolean;
  tasks?: TaskJson[];
}

/** The filter of visible lists. */
export interface ListFilter {
  pk?: number;
  pks?: readonly number[];
  ownerPk?: number;
  slug?: string;
  favoritesOnly?: boolean;
  /** Part of the name. */
  search?: string;
  exceptPk?: number;
  afterPk?: number;
}

const COLUMNS = `list.pk, list.name, list.slug, list.color, list.private, list.owner_pk AS "ownerPk",
  owner.full_name AS "ownerFullName", list.created_by_pk AS "createdByPk",
  EXISTS (SELECT FROM favorite_lists WHERE user_pk = $1 AND list_pk = list.pk) AS "favorite"`;

/** Returns the conditions for the visible lists that match the filter; `$1` is the reader. */
function matching(reader: Reader, filter: ListFilter): { values: unknown[]; conditions: string } {
  const values: unknown[] = [reader.pk, reader.studentPks];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const conditions = [visible('list')];
  if (filter.pk !== undefined) conditions.push(`list.pk = ${bind(filter.pk)}`);
  if (filter.pks !== undefined) conditions.push(`list.pk = ANY(${bind(filter.pks)}::int[])`);
  if (filter.ownerPk !== undefined) conditions.push(`list.owner_pk = ${bind(filter.ownerPk)}`);
  if (filter.slug !== undefined) conditions.push(`list.slug = ${bind(filter.slug)}`);
  if (filter.search !== undefined) conditions.push(`list.name ILIKE ${bind(containing(filter.search))}`);
  if (filter.exceptPk !== undefined) conditions.push(`list.pk <> ${bind(filter.exceptPk)}`);
  if (filter.afterPk !== undefined) conditions.push(`list.pk > ${bind(filter.afterPk)}`);
  if (filter.favoritesOnly === true) {
    conditions.push('EXISTS (SELECT FROM favorite_lists WHERE user_pk = $1 AND list_pk = list.pk)');
  }
  return { values, conditions: conditions.join(' AND ') };
}

/** The SQL of task lists and favorites. */
export class ListsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the visible lists, oldest first. */
  async list(
    reader: Reader,
    filter: ListFilter,
    { limit, withTasks = false }: { limit: number; withTasks?: boolean },
  ): Promise<ListRow[]> {
    const { values, conditions } = matching(reader, filter);
    // A single list needs no order, which would make the planner scan all lists.
    const order = filter.slug === undefined && filter.pk === undefined ? 'ORDER BY list.pk' : '';
    const tasks = withTasks ? `, ${openTasksJson('list', TASK_LIMITS.openTasks)} AS "tasks"` : '';
    const rows = await this.#database.query<Omit<ListRow, 'tasks'> & { tasks?: TaskTuple[] }>(
      `SELECT ${COLUMNS}${tasks}
      FROM task_lists AS list JOIN users AS owner ON owner.pk = list.owner_pk
      WHERE ${conditions} ${order} LIMIT ${limit}`,
      values,
    );
    return rows.map(({ tasks: tuples, ...row }) =>
      tuples === undefined ? row : { ...row, tasks: nestTasks(tuples) },
    );
  }

  async count(
    reader: Reader,
    filter: Pick<ListFilter, 'ownerPk' | 'slug' | 'favoritesOnly'>,
  ): Promise<number> {
    const { values, conditions } = matching(reader, filter);
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM task_lists AS list WHERE ${conditions}`,
      values,
    );
    return row?.count ?? 0;
  }

  /** Reads the pks of each list's open tasks, in order. */
  async openTaskPks(listPks: readonly number[], limit: number): Promise<ReadonlyMap<number, number[]>> {
    const rows = await this.#database.query<{ pk: number; tasks: number[] }>(
      `SELECT asked.pk, ARRAY(
        SELECT task.pk FROM tasks AS task
        WHERE task.list_pk = asked.pk AND task.parent_pk IS NULL AND task.completed_at IS NULL
          AND task.deleted_at IS NULL
        ORDER BY task.position, task.pk LIMIT ${limit}) AS "tasks"
      FROM unnest($1::int[]) AS asked (pk)`,
      [listPks],
    );
    return new Map(rows.map((row) => [row.pk, row.tasks]));
  }

  async openTasks(listPks: readonly number[]): Promise<ReadonlyMap<number, TaskJson[]>> {
    const rows = await this.#database.query<{ pk: number; tasks: TaskTuple[] }>(
      `SELECT list.pk, ${openTasksJson('list', TASK_LIMITS.openTasks)} AS "tasks"
      FROM unnest($1::int[]) AS list (pk)`,
      [listPks],
    );
    return new Map(rows.map((row) => [row.pk, nestTasks(row.tasks)]));
  }

  /** Returns the owner to lock for a change of this list; undefined for a list that the reader cannot see. */
  async ownerOf(reader: Reader, filter: { pk: number } | { slug: string }): Promise<number | undefined> {
    const { values, conditions } = matching(reader, filter);
    const [row] = await this.#database.query<{ ownerPk: number }>(
      `SELECT list.owner_pk AS "ownerPk" FROM task_lists AS list WHERE ${conditions}`,
      values,
    );
    return row?.ownerPk;
  }

  async isOwnerEnabled(ownerPk: number): Promise<boolean> {
    const rows = await this.#database.query('SELECT FROM users WHERE pk = $1 AND disabled_at IS NULL', [
      ownerPk,
    ]);
    return rows.length > 0;
  }

  async insert(list: {
    ownerPk: number;
    createdByPk: number;
    name: string;
    slug: string;
    color: ListColor;
    private: boolean;
    now: Date;
  }): Promise<number> {
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO task_lists (owner_pk, created_by_pk, name, slug, color, private, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING pk`,
      [list.ownerPk, list.createdByPk, list.name, list.slug, list.color, list.private, list.now],
    );
    return (row as { pk: number }).pk;
  }

  async update(pk: number, change: { name: string; private: boolean; color: ListColor }): Promise<void> {
    await this.#database.query('UPDATE task_lists SET name = $2, private = $3, color = $4 WHERE pk = $1', [
      pk,
      change.name,
      change.private,
      change.color,
    ]);
  }

  /** Deletes a list with its tasks. @returns the pks of its tasks and steps */
  async delete(pk: number): Promise<number[]> {
    const tasks = await this.#database.query<{ pk: number }>(
      'SELECT pk FROM tasks WHERE list_pk = $1 ORDER BY pk',
      [pk],
    );
    await this.#database.query('DELETE FROM task_lists WHERE pk = $1', [pk]);
    return tasks.map((task) => task.pk);
  }

  async addFavorite(userPk: number, listPk: number, now: Date): Promise<void> {
    await this.#database.query(
      `INSERT INTO favorite_lists (user_pk, list_pk, created_at)
      SELECT $1, pk, $3 FROM task_lists WHERE pk = $2 ON CONFLICT DO NOTHING`,
      [userPk, listPk, now],
    );
  }

  async removeFavorite(userPk: number, listPk: number): Promise<void> {
    await this.#database.query('DELETE FROM favorite_lists WHERE user_pk = $1 AND list_pk = $2', [
      userPk,
      listPk,
    ]);
  }
}
