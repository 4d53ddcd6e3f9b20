import type { Recurrence } from '#shared/tasks/recurrence-rule.ts';
import type { Database } from '../../db/database.ts';
import type { Reader } from './lists/lists.repository.ts';
import { visible } from './tasks.sql.ts';

/** A task, as commands need it. */
export interface StoredTask {
  pk: number;
  listPk: number;
  ownerPk: number;
  parentPk: number | null;
  createdByPk: number | null;
  name: string;
  body: string;
  points: number;
  dueAt: Date | null;
  recurrence: Recurrence | null;
  recurrenceDay: number | null;
  completedAt: Date | null;
  completedByParent: boolean;
  position: number;
  version: number;
  deletedAt: Date | null;
}

/** The values of a task that people edit. */
interface TaskContent {
  name: string;
  body: string;
  htmlBody: string;
  points: number;
  dueAt: Date | null;
  recurrence: Recurrence | null;
  recurrenceDay: number | null;
}

/** The values of a task to insert. */
export interface NewTask extends TaskContent {
  listPk: number;
  ownerPk: number;
  parentPk: number | null;
  createdByPk: number;
  repeatsPk: number | null;
  sourceNotePk: number | null;
}

const STORED = `pk, list_pk AS "listPk", owner_pk AS "ownerPk", parent_pk AS "parentPk",
  created_by_pk AS "createdByPk", name, body, points, due_at AS "dueAt", recurrence,
  recurrence_day AS "recurrenceDay", completed_at AS "completedAt", completed_by_parent AS "completedByParent",
  position, version, deleted_at AS "deletedAt"`;

/** Changes tasks. The service holds the owner's lock and has checked permissions. */
export class TasksRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Returns the owner to lock for a change of this task, deleted tasks included. A task that the reader cannot see has
   * none, so a private task takes the same path and time as a missing one.
   */
  async ownerOf(reader: Reader, pk: number): Promise<number | undefined> {
    const [row] = await this.#database.query<{ ownerPk: number }>(
      `SELECT task.owner_pk AS "ownerPk" FROM tasks AS task JOIN task_lists AS list ON list.pk = task.list_pk
      WHERE task.pk = $3 AND ${visible('list')}`,
      [reader.pk, reader.studentPks, pk],
    );
    return row?.ownerPk;
  }

  /** Reads a task for a change, deleted ones included. The service authorizes. */
  async stored(pk: number): Promise<StoredTask | undefined> {
    const [row] = await this.#database.query<StoredTask>(`SELECT ${STORED} FROM tasks WHERE pk = $1`, [pk]);
    return row;
  }

  /** Returns the due date of the task that this one repeats; null if there is none. */
  async dueBefore(pk: number): Promise<Date | null> {
    const [row] = await this.#database.query<{ dueAt: Date | null }>(
      `SELECT previous.due_at AS "dueAt" FROM tasks AS task JOIN tasks AS previous ON previous.pk = task.repeats_pk
      WHERE task.pk = $1`,
      [pk],
    );
    return row?.dueAt ?? null;
  }

  steps(parentPk: number): Promise<StoredTask[]> {
    return this.#database.query<StoredTask>(
      `SELECT ${STORED} FROM tasks WHERE parent_pk = $1 AND deleted_at IS NULL ORDER BY position, pk`,
      [parentPk],
    );
  }

  /** Reads the open tasks of a list, or the steps of a task, in order. */
  siblings(listPk: number, parentPk: number | null): Promise<{ pk: number; position: number }[]> {
    return this.#database.query(
      `SELECT pk, position FROM tasks
      WHERE list_pk = $1 AND parent_pk IS NOT DISTINCT FROM $2::int AND deleted_at IS NULL
        AND (parent_pk IS NOT NULL OR completed_at IS NULL)
      ORDER BY position, pk`,
      [listPk, parentPk],
    );
  }

  async insert(task: NewTask, now: Date): Promise<number> {
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO tasks (list_pk, owner_pk, parent_pk, created_by_pk, name, body, html_body, points, due_at,
        recurrence, recurrence_day, repeats_pk, source_note_pk, position, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
        (SELECT coalesce(max(position), 0) + 1 FROM tasks
          WHERE list_pk = $1 AND parent_pk IS NOT DISTINCT FROM $3::int), $14, $14)
      RETURNING pk`,
      [
        task.listPk,
        task.ownerPk,
        task.parentPk,
        task.createdByPk,
        task.name,
        task.body,
        task.htmlBody,
        task.points,
        task.dueAt,
        task.recurrence,
        task.recurrenceDay,
        task.repeatsPk,
        task.sourceNotePk,
        now,
      ],
    );
    return (row as { pk: number }).pk;
  }

  async edit(pk: number, change: TaskContent, now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE tasks SET name = $2, body = $3, html_body = $4, points = $5, due_at = $6, recurrence = $7,
        recurrence_day = $8, updated_at = $9, version = version + 1 WHERE pk = $1`,
      [
        pk,
        change.name,
        change.body,
        change.htmlBody,
        change.points,
        change.dueAt,
        change.recurrence,
        change.recurrenceDay,
        now,
      ],
    );
  }

  /** Completes a task. @param by `parent` for a step that its task completes: reopening the task reopens it too */
  complete(pk: number, now: Date, by: 'person' | 'parent'): Promise<void> {
    return this.#setCompleted(pk, { completedAt: now, completedByParent: by === 'parent' }, now);
  }

  reopen(pk: number, now: Date): Promise<void> {
    return this.#setCompleted(pk, { completedAt: null, completedByParent: false }, now);
  }

  async #setCompleted(
    pk: number,
    { completedAt, completedByParent }: { completedAt: Date | null; completedByParent: boolean },
    now: Date,
  ): Promise<void> {
    await this.#database.query(
      `UPDATE tasks SET completed_at = $2, completed_by_parent = $3, updated_at = $4, version = version + 1
      WHERE pk = $1`,
      [pk, completedAt, completedByParent, now],
    );
  }

  /** Moves a task with its steps to the end of another list; a moved step becomes a task. */
  async move(pk: number, listPk: number, now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE tasks SET list_pk = $2, parent_pk = NULL, completed_by_parent = false, updated_at = $3,
        version = version + 1,
        position = (SELECT coalesce(max(position), 0) + 1 FROM tasks WHERE list_pk = $2 AND parent_pk IS NULL)
      WHERE pk = $1`,
      [pk, listPk, now],
    );
    await this.#database.query('UPDATE tasks SET list_pk = $2 WHERE parent_pk = $1', [pk, listPk]);
  }

  async setPositions(pks: readonly number[], positions: readonly number[]): Promise<void> {
    await this.#database.query(
      `UPDATE tasks SET position = placed.position
      FROM unnest($1::int[], $2::float8[]) AS placed (pk, position) WHERE tasks.pk = placed.pk`,
      [pks, positions],
    );
  }

  /** Hides a task and its steps; {@link purge} removes them later. */
  async markDeleted(pk: number, at: Date): Promise<void> {
    await this.#database.query(
      'UPDATE tasks SET deleted_at = $2 WHERE (pk = $1 OR parent_pk = $1) AND deleted_at IS NULL',
      [pk, at],
    );
  }

  /** Restores the rows that {@link markDeleted} hid at that moment; steps deleted earlier stay deleted. */
  async restore(pk: number, deletedAt: Date): Promise<void> {
    await this.#database.query(
      'UPDATE tasks SET deleted_at = NULL WHERE (pk = $1 OR parent_pk = $1) AND deleted_at = $2',
      [pk, deletedAt],
    );
  }

  /** Deletes tasks that were marked as deleted before a moment. */
  async purge(ownerPk: number, before: Date): Promise<void> {
    await this.#database.query('DELETE FROM tasks WHERE owner_pk = $1 AND deleted_at < $2', [
      ownerPk,
      before,
    ]);
  }

  /**
   * Returns the next task that completing this one created, if it is unchanged. Its own steps are copies, whose history
   * starts with an indirect entry; a step that a person added to it is a change.
   */
  async untouchedRepetition(pk: number): Promise<number | undefined> {
    const [row] = await this.#database.query<{ pk: number }>(
      `SELECT pk FROM tasks WHERE repeats_pk = $1 AND version = 1 AND completed_at IS NULL AND deleted_at IS NULL
        AND NOT EXISTS (
          SELECT FROM tasks AS step WHERE step.parent_pk = tasks.pk AND (step.version > 1 OR NOT EXISTS (
            SELECT FROM task_activities AS activity
            WHERE activity.task_pk = step.pk AND activity.action = 'CREATE' AND activity.indirect)))`,
      [pk],
    );
    return row?.pk;
  }

  async hasRepetition(pk: number): Promise<boolean> {
    return (await this.#database.query('SELECT FROM tasks WHERE repeats_pk = $1', [pk])).length > 0;
  }

  async remove(pk: number): Promise<void> {
    await this.#database.query('DELETE FROM tasks WHERE pk = $1', [pk]);
  }

  async timeZoneOf(userPk: number): Promise<string> {
    const [row] = await this.#database.query<{ timeZone: string }>(
      'SELECT time_zone AS "timeZone" FROM users WHERE pk = $1',
      [userPk],
    );
    return row?.timeZone ?? 'UTC';
  }
}
