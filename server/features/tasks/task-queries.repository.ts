import type { Database } from '../../db/database.ts';
import { containing } from '../../db/like.ts';
import type { Reader } from './lists/lists.repository.ts';
import {
  containingListJson,
  type PinnedRow,
  selectPinned,
  taskJson,
  taskNode,
  type TaskRow,
  visible,
  VISIBLE_LIST,
} from './tasks.sql.ts';

/** A task with a due date, for calendars. */
export interface DatedTask extends TaskRow {
  ownerFullName: string;
  body: string;
  dueAt: Date;
  updatedAt: Date;
}

/** Which upcoming tasks to read; `after` is the last one of the previous page. */
export interface UpcomingQuery {
  ownerPk: number;
  after: { dueAt: string; pk: number } | null;
  limit: number;
  withSteps: boolean;
}

/** Which completed tasks of an owner to read; `after` is the last one of the previous page. */
export interface RecentlyCompletedQuery {
  ownerPk: number;
  since: Date;
  after: { completedAt: string; pk: number } | null;
  limit: number;
  withSteps: boolean;
}

/** The completed tasks of `$3` since `$4`. Omits the steps of a completed task: reopening it reopens them. */
const RECENTLY_COMPLETED = `task.owner_pk = $3 AND task.completed_at >= $4::timestamptz AND NOT EXISTS (
    SELECT FROM tasks AS parent WHERE parent.pk = task.parent_pk AND parent.completed_at IS NOT NULL)`;

/** Returns the owner if the reader can see the owner's shared lists: a mentor can have thousands of student pks. */
function relatedPks(reader: Reader, ownerPk: number): number[] {
  return reader.studentPks.includes(ownerPk) ? [ownerPk] : [];
}

const nodeColumns = (withSteps: boolean) =>
  `${taskJson('task', withSteps)} AS "task", ${containingListJson('list')} AS "list"`;

const NODE = taskNode(true);
const NODE_WITHOUT_STEPS = taskNode(false);

/** Reads tasks that the reader can see. */
export class TaskQueriesRepository {
  readonly #database: Database;
  /** Statements for upcoming tasks by shape, so that polling does not rebuild the text. */
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

  /** Reads one owner's open tasks with a due date, by date: overdue tasks come first. */
  upcoming(reader: Reader, { ownerPk, after, limit, withSteps }: UpcomingQuery): Promise<TaskRow[]> {
    const shape = `${withSteps} ${after !== null} ${limit}`;
    let text = this.#upcoming.get(shape);
    if (text === undefined) {
      text = `SELECT ${withSteps ? NODE : NODE_WITHOUT_STEPS} AND task.owner_pk = $3 AND task.completed_at IS NULL
        AND task.due_at IS NOT NULL ${after === null ? '' : 'AND (task.due_at, task.pk) > ($4::timestamptz, $5::int)'}
        ORDER BY task.due_at, task.pk LIMIT ${limit}`;
      this.#upcoming.set(shape, text);
    }
    return this.#database.query<TaskRow>(text, [
      reader.pk,
      relatedPks(reader, ownerPk),
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

  /** Reads the completed tasks of a list, latest first. */
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

  /** Reads one owner's tasks and steps completed since a date, latest first. */
  recentlyCompleted(
    reader: Reader,
    { ownerPk, since, after, limit, withSteps }: RecentlyCompletedQuery,
  ): Promise<TaskRow[]> {
    const next = after === null ? '' : 'AND (task.completed_at, task.pk) < ($5::timestamptz, $6::int)';
    return this.#database.query<TaskRow>(
      `SELECT ${withSteps ? NODE : NODE_WITHOUT_STEPS} AND ${RECENTLY_COMPLETED} ${next}
      ORDER BY task.completed_at DESC, task.pk DESC LIMIT ${limit}`,
      [
        reader.pk,
        relatedPks(reader, ownerPk),
        ownerPk,
        since,
        ...(after === null ? [] : [after.completedAt, after.pk]),
      ],
    );
  }

  async countRecentlyCompleted(reader: Reader, ownerPk: number, since: Date): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM tasks AS task JOIN task_lists AS list ON list.pk = task.list_pk
      WHERE task.deleted_at IS NULL AND ${visible('list')} AND ${RECENTLY_COMPLETED}`,
      [reader.pk, relatedPks(reader, ownerPk), ownerPk, since],
    );
    return row?.count ?? 0;
  }

  /** Finds open tasks whose name contains the text. */
  search(reader: Reader, text: string, limit: number): Promise<TaskRow[]> {
    return this.#database.search<TaskRow>(
      `SELECT ${NODE} AND task.completed_at IS NULL AND task.owner_pk = ANY($1::int || $2::int[])
        AND task.name ILIKE $3
      ORDER BY task.due_at NULLS LAST, task.pk LIMIT ${limit}`,
      [reader.pk, reader.studentPks, containing(text)],
    );
  }

  /** Reads open tasks due in a period: those of these owners, and those in the reader's favorite lists. */
  dated(
    reader: Reader,
    ownerPks: readonly number[],
    { from, to, limit }: { from: Date; to: Date; limit: number },
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

  /** Reads the reader's pinned students, each with the open task that is due first. */
  nextOfPinned(reader: Reader, limit: number): Promise<PinnedRow[]> {
    return this.#database.query<PinnedRow>(selectPinned(limit), [reader.pk, reader.studentPks]);
  }

  /** Reads the visible tasks created from a note, open and completed. */
  ofNote(reader: Reader, notePk: number, limit: number): Promise<TaskRow[]> {
    return this.#database.query<TaskRow>(
      `SELECT ${NODE_WITHOUT_STEPS} AND task.source_note_pk = $3 ORDER BY task.pk LIMIT ${limit}`,
      [reader.pk, reader.studentPks, notePk],
    );
  }

  /** Reads the bodies of visible tasks. */
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
}
