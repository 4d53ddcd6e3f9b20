import type { Recurrence, TaskAction } from '#shared/tasks/constants.ts';
import type { Database } from '../../db/database.ts';
import { containing, type Reader } from './lists.repository.ts';
import {
  activitiesSql,
  ACTIVITY_IS_VISIBLE,
  type ActivityJson,
  type ContainingList,
  containingListJson,
  type TaskJson,
  taskJson,
  visible,
  VISIBLE_ACTIVITIES,
  VISIBLE_LIST,
} from './tasks.sql.ts';

/** A task with the list it is in. */
export interface TaskRow {
  task: TaskJson;
  list: ContainingList;
}

/** A task with a due date, as a calendar shows it. */
export interface DatedTask extends TaskRow {
  ownerFullName: string;
  body: string;
  dueAt: Date;
  updatedAt: Date;
}

/** A task as it is changed. */
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

export interface NewTask {
  listPk: number;
  ownerPk: number;
  parentPk: number | null;
  createdByPk: number;
  name: string;
  body: string;
  htmlBody: string;
  points: number;
  dueAt: Date | null;
  recurrence: Recurrence | null;
  recurrenceDay: number | null;
  repeatsPk: number | null;
  sourceNotePk: number | null;
}

/** What happened to a task; the fields that an action has. */
export interface NewActivity {
  taskPk: number;
  ownerPk: number;
  listPk: number;
  actorPk: number;
  action: TaskAction;
  wasPrivate: boolean;
  oldListPk?: number;
  oldName?: string;
  newName?: string;
  oldPoints?: number;
  newPoints?: number;
  oldDueAt?: Date | null;
  newDueAt?: Date | null;
}

const STORED = `pk, list_pk AS "listPk", owner_pk AS "ownerPk", parent_pk AS "parentPk",
  created_by_pk AS "createdByPk", name, body, points, due_at AS "dueAt", recurrence,
  recurrence_day AS "recurrenceDay", completed_at AS "completedAt", completed_by_parent AS "completedByParent",
  position, version, deleted_at AS "deletedAt"`;

const nodeColumns = (withSteps: boolean) =>
  `${taskJson('task', withSteps)} AS "task", ${containingListJson('list')} AS "list"`;

/** Tasks that the reader may see; a condition follows. */
const node = (withSteps: boolean) =>
  `${nodeColumns(withSteps)} FROM tasks AS task ${VISIBLE_LIST} WHERE task.deleted_at IS NULL`;

const NODE = node(true);
const NODE_WITHOUT_STEPS = node(false);

export class TasksRepository {
  readonly #database: Database;
  /** Statements of upcoming tasks by their shape: the popup's question is not put together for each poll. */
  readonly #upcoming = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  async find(reader: Reader, pk: number): Promise<TaskRow | undefined> {
    const [row] = await this.#database.query<TaskRow>(`SELECT ${NODE} AND task.pk = $3`, [
      reader.pk,
      reader.studentPks,
      pk,
    ]);
    return row;
  }

  /** Open tasks with a due date of one owner, by date: what is overdue comes first by itself. */
  upcoming(
    reader: Reader,
    ownerPk: number,
    after: { dueAt: string; pk: number } | null,
    limit: number,
    withSteps: boolean,
  ): Promise<TaskRow[]> {
    const shape = `${withSteps} ${after !== null} ${limit}`;
    let text = this.#upcoming.get(shape);
    if (text === undefined) {
      text = `SELECT ${withSteps ? NODE : NODE_WITHOUT_STEPS} AND task.owner_pk = $3 AND task.completed_at IS NULL
        AND task.due_at IS NOT NULL ${after === null ? '' : 'AND (task.due_at, task.pk) > ($4::timestamptz, $5::int)'}
        ORDER BY task.due_at, task.pk LIMIT ${limit}`;
      this.#upcoming.set(shape, text);
    }
    // Of the reader's people only the owner matters; a mentor of thousands would send them all.
    const nearPks = reader.studentPks.includes(ownerPk) ? [ownerPk] : [];
    return this.#database.query<TaskRow>(text, [
      reader.pk,
      nearPks,
      ownerPk,
      ...(after === null ? [] : [after.dueAt, after.pk]),
    ]);
  }

  async countUpcoming(reader: Reader, ownerPk: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM tasks AS task JOIN task_lists AS list ON list.pk = task.list_pk
      WHERE task.deleted_at IS NULL AND ${visible('list')} AND task.owner_pk = $3
        AND task.completed_at IS NULL AND task.due_at IS NOT NULL`,
      [reader.pk, reader.studentPks, ownerPk],
    );
    return row?.count ?? 0;
  }

  /** The completed tasks of a list, the latest first. */
  completed(
    reader: Reader,
    listPk: number,
    after: { completedAt: string; pk: number } | null,
    limit: number,
  ): Promise<TaskRow[]> {
    const next = after === null ? '' : 'AND (task.completed_at, task.pk) < ($4::timestamptz, $5::int)';
    return this.#database.query<TaskRow>(
      `SELECT ${NODE} AND task.list_pk = $3 AND task.completed_at IS NOT NULL AND task.parent_pk IS NULL ${next}
      ORDER BY task.completed_at DESC, task.pk DESC LIMIT ${limit}`,
      [reader.pk, reader.studentPks, listPk, ...(after === null ? [] : [after.completedAt, after.pk])],
    );
  }

  async countCompleted(reader: Reader, listPk: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM tasks AS task JOIN task_lists AS list ON list.pk = task.list_pk
      WHERE task.deleted_at IS NULL AND ${visible('list')} AND task.list_pk = $3
        AND task.completed_at IS NOT NULL AND task.parent_pk IS NULL`,
      [reader.pk, reader.studentPks, listPk],
    );
    return row?.count ?? 0;
  }

  /** Open tasks whose name holds the text. */
  search(reader: Reader, text: string, limit: number): Promise<TaskRow[]> {
    return this.#database.search<TaskRow>(
      `SELECT ${NODE} AND task.completed_at IS NULL AND task.owner_pk = ANY($1::int || $2::int[])
        AND task.name ILIKE $3
      ORDER BY task.due_at NULLS LAST, task.pk LIMIT ${limit}`,
      [reader.pk, reader.studentPks, containing(text)],
    );
  }

  /** Open tasks that are due within a time: of these owners, and of the lists that the reader marked. */
  dated(
    reader: Reader,
    ownerPks: readonly number[],
    from: Date,
    to: Date,
    limit: number,
  ): Promise<DatedTask[]> {
    return this.#database.query<DatedTask>(
      `SELECT owner.full_name AS "ownerFullName", task.body, task.due_at AS "dueAt",
        task.updated_at AS "updatedAt", ${nodeColumns(false)}
      FROM tasks AS task ${VISIBLE_LIST} JOIN users AS owner ON owner.pk = task.owner_pk
      WHERE task.deleted_at IS NULL AND task.completed_at IS NULL AND task.due_at BETWEEN $4 AND $5
        AND (task.owner_pk = ANY($3::int[])
          OR task.list_pk IN (SELECT list_pk FROM favorite_lists WHERE user_pk = $1))
      ORDER BY task.due_at, task.pk LIMIT ${limit}`,
      [reader.pk, reader.studentPks, ownerPks, from, to],
    );
  }

  /** The pinned students of somebody, each with the open task that is due first. */
  nextOfPinned(
    reader: Reader,
    limit: number,
  ): Promise<{ pk: number; fullName: string; task: TaskJson | null; list: ContainingList | null }[]> {
    return this.#database.query(
      `SELECT student.pk, student.full_name AS "fullName", next.task, next.list
      FROM pins JOIN users AS student ON student.pk = pins.pinned_pk AND student.role = 'student'
      LEFT JOIN LATERAL (
        SELECT ${NODE} AND task.owner_pk = student.pk AND task.completed_at IS NULL AND task.due_at IS NOT NULL
        ORDER BY task.due_at, task.pk LIMIT 1) AS next ON true
      WHERE pins.user_pk = $1 AND student.pk = ANY($2::int[]) AND student.disabled_at IS NULL
      ORDER BY pins.created_at, student.pk LIMIT ${limit}`,
      [reader.pk, reader.studentPks],
    );
  }

  async bodies(
    reader: Reader,
    taskPks: readonly number[],
  ): Promise<ReadonlyMap<number, { body: string; htmlBody: string }>> {
    const rows = await this.#database.query<{ pk: number; body: string; htmlBody: string }>(
      `SELECT task.pk, task.body, task.html_body AS "htmlBody"
      FROM tasks AS task JOIN task_lists AS list ON list.pk = task.list_pk
      WHERE task.pk = ANY($3::int[]) AND ${visible('list')}`,
      [reader.pk, reader.studentPks, taskPks],
    );
    return new Map(rows.map((row) => [row.pk, row]));
  }

  /** The latest entries of each task's history. */
  async latestActivities(
    reader: Reader,
    taskPks: readonly number[],
    limit: number,
  ): Promise<ReadonlyMap<number, ActivityJson[]>> {
    const rows = await this.#database.query<{ taskPk: number; activity: ActivityJson }>(
      `SELECT entry.task_pk AS "taskPk", entry.activity FROM unnest($3::int[]) AS asked (pk)
      CROSS JOIN LATERAL (${activitiesSql('activity.task_pk = asked.pk', limit)}) AS entry
      ORDER BY entry.pk DESC`,
      [reader.pk, reader.studentPks, taskPks],
    );
    return new Map(
      [...Map.groupBy(rows, (row) => row.taskPk)].map(([pk, found]) => [
        pk,
        found.map((row) => row.activity),
      ]),
    );
  }

  /** A page of the history of a task or of a whole list, the latest first. */
  async activities(
    reader: Reader,
    of: { taskPk: number } | { listPk: number },
    afterPk: number | null,
    limit: number,
  ): Promise<ActivityJson[]> {
    const { condition, value } = historyOf(of);
    const next = afterPk === null ? '' : 'AND activity.pk < $4';
    const rows = await this.#database.query<{ activity: ActivityJson }>(
      activitiesSql(`${condition} ${next}`, limit),
      [reader.pk, reader.studentPks, value, ...(afterPk === null ? [] : [afterPk])],
    );
    return rows.map((row) => row.activity);
  }

  async countActivities(reader: Reader, of: { taskPk: number } | { listPk: number }): Promise<number> {
    const { condition, value } = historyOf(of);
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM ${VISIBLE_ACTIVITIES} WHERE ${ACTIVITY_IS_VISIBLE} AND ${condition}`,
      [reader.pk, reader.studentPks, value],
    );
    return row?.count ?? 0;
  }

  // What follows changes tasks; the service has locked the owner and checked everything.

  /** A task for a change, deleted ones too; who may see it is the service's question. */
  async stored(pk: number): Promise<StoredTask | undefined> {
    const [row] = await this.#database.query<StoredTask>(`SELECT ${STORED} FROM tasks WHERE pk = $1`, [pk]);
    return row;
  }

  steps(parentPk: number): Promise<StoredTask[]> {
    return this.#database.query<StoredTask>(
      `SELECT ${STORED} FROM tasks WHERE parent_pk = $1 AND deleted_at IS NULL ORDER BY position, pk`,
      [parentPk],
    );
  }

  /** The open tasks of a list, or the steps of a task, in order. */
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

  async edit(
    pk: number,
    change: {
      name: string;
      body: string;
      htmlBody: string;
      points: number;
      dueAt: Date | null;
      recurrence: Recurrence | null;
      recurrenceDay: number | null;
    },
    now: Date,
  ): Promise<void> {
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

  async setCompleted(
    pk: number,
    completedAt: Date | null,
    completedByParent: boolean,
    now: Date,
  ): Promise<void> {
    await this.#database.query(
      `UPDATE tasks SET completed_at = $2, completed_by_parent = $3, updated_at = $4, version = version + 1
      WHERE pk = $1`,
      [pk, completedAt, completedByParent, now],
    );
  }

  /** Puts a task with its steps into another list, at its end; a step becomes a task of its own. */
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

  /** Brings back what {@link markDeleted} hid at that moment; steps deleted before stay deleted. */
  async restore(pk: number, deletedAt: Date): Promise<void> {
    await this.#database.query(
      'UPDATE tasks SET deleted_at = NULL WHERE (pk = $1 OR parent_pk = $1) AND deleted_at = $2',
      [pk, deletedAt],
    );
  }

  /** Removes for good what was deleted before a moment. */
  async purge(ownerPk: number, before: Date): Promise<void> {
    await this.#database.query('DELETE FROM tasks WHERE owner_pk = $1 AND deleted_at < $2', [
      ownerPk,
      before,
    ]);
  }

  /** The untouched task that a completed one has made. */
  async untouchedRepetition(pk: number): Promise<number | undefined> {
    const [row] = await this.#database.query<{ pk: number }>(
      `SELECT pk FROM tasks WHERE repeats_pk = $1 AND version = 1 AND completed_at IS NULL AND deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM tasks AS step WHERE step.parent_pk = tasks.pk AND step.version > 1)`,
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

  async record(activities: readonly NewActivity[], now: Date): Promise<void> {
    for (const entry of activities) {
      await this.#database.query(
        `INSERT INTO task_activities (task_pk, owner_pk, list_pk, actor_pk, action, was_private, created_at, old_list_pk,
          old_name, new_name, old_points, new_points, old_due_at, new_due_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          entry.taskPk,
          entry.ownerPk,
          entry.listPk,
          entry.actorPk,
          entry.action,
          entry.wasPrivate,
          now,
          entry.oldListPk ?? null,
          entry.oldName ?? null,
          entry.newName ?? null,
          entry.oldPoints ?? null,
          entry.newPoints ?? null,
          entry.oldDueAt ?? null,
          entry.newDueAt ?? null,
        ],
      );
    }
  }
}

function historyOf(of: { taskPk: number } | { listPk: number }) {
  return 'taskPk' in of
    ? { condition: 'activity.task_pk = $3', value: of.taskPk }
    : { condition: 'activity.list_pk = $3', value: of.listPk };
}
