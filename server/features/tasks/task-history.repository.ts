import type { TaskAction } from '#shared/tasks/constants.ts';
import type { Database } from '../../db/database.ts';
import type { Reader } from './lists/lists.repository.ts';
import { activitiesSql, ACTIVITY_IS_VISIBLE, type ActivityJson, VISIBLE_ACTIVITIES } from './tasks.sql.ts';

/** A new entry of a task's history, with the fields of its action. */
export interface NewActivity {
  taskPk: number;
  ownerPk: number;
  listPk: number;
  actorPk: number;
  action: TaskAction;
  wasPrivate: boolean;
  /** Caused by a change of another task: omitted in the list's history. */
  indirect?: boolean;
  oldListPk?: number;
  oldName?: string;
  newName?: string;
  oldPoints?: number;
  newPoints?: number;
  oldDueAt?: Date | null;
  newDueAt?: Date | null;
}

/** The history of one task, or of all tasks of a list. */
export type HistoryScope = { taskPk: number } | { listPk: number };

/** Reads and records the history of tasks. */
export class TaskHistoryRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the latest entries of each task's history. */
  async latestActivities(
    reader: Reader,
    taskPks: readonly number[],
    limit: number,
  ): Promise<ReadonlyMap<number, ActivityJson[]>> {
    const rows = await this.#database.query<{ taskPk: number; activity: ActivityJson }>(
      `SELECT entry.task_pk AS "taskPk", entry.activity FROM unnest($3::int[]) AS asked (pk)
      CROSS JOIN LATERAL (${activitiesSql('activity.task_pk = asked.pk', limit)}) AS entry
      ORDER BY entry.created_at DESC, entry.pk DESC`,
      [reader.pk, reader.studentPks, taskPks],
    );
    return new Map(
      [...Map.groupBy(rows, (row) => row.taskPk)].map(([pk, found]) => [
        pk,
        found.map((row) => row.activity),
      ]),
    );
  }

  /** Reads a page of the history of a task or of a list, latest first. */
  async activities(
    reader: Reader,
    of: HistoryScope,
    after: { createdAt: string; pk: number } | null,
    limit: number,
  ): Promise<ActivityJson[]> {
    const { condition, value } = historyOf(of);
    const next = after === null ? '' : 'AND (activity.created_at, activity.pk) < ($4::timestamptz, $5::int)';
    const rows = await this.#database.query<{ activity: ActivityJson }>(
      activitiesSql(`${condition} ${next}`, limit),
      [reader.pk, reader.studentPks, value, ...(after === null ? [] : [after.createdAt, after.pk])],
    );
    return rows.map((row) => row.activity);
  }

  async countActivities(reader: Reader, of: HistoryScope): Promise<number> {
    const { condition, value } = historyOf(of);
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM ${VISIBLE_ACTIVITIES} WHERE ${ACTIVITY_IS_VISIBLE} AND ${condition}`,
      [reader.pk, reader.studentPks, value],
    );
    return row?.count ?? 0;
  }

  /** Returns the pks of the new entries. */
  async record(activities: readonly NewActivity[], now: Date): Promise<number[]> {
    const pks: number[] = [];
    for (const entry of activities) {
      const [row] = await this.#database.query<{ pk: number }>(
        `INSERT INTO task_activities (task_pk, owner_pk, list_pk, actor_pk, action, was_private, created_at, old_list_pk,
          old_name, new_name, old_points, new_points, old_due_at, new_due_at, indirect)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        RETURNING pk`,
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
          entry.indirect ?? false,
        ],
      );
      if (row !== undefined) pks.push(row.pk);
    }
    return pks;
  }
}

function historyOf(of: HistoryScope) {
  return 'taskPk' in of
    ? { condition: 'activity.task_pk = $3', value: of.taskPk }
    : { condition: 'activity.list_pk = $3 AND NOT activity.indirect', value: of.listPk };
}
