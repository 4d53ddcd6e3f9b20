import { paths } from '#shared/kernel/paths.ts';
import type { Database } from '../../db/database.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { DeadlineSource, EventSource } from '../alerts/alerts.sources.ts';

export const TASK_ADDED = 'task_added';
export const LIST_ADDED = 'list_added';

const IS_OPEN = `tasks.completed_at IS NULL AND tasks.due_at IS NOT NULL AND tasks.deleted_at IS NULL`;

/** Registers the alerts of tasks. They go to the owner only, so private lists stay private. */
export function registerTaskAlerts(alerts: AlertsService, database: Database): void {
  alerts.registerAlertSource(taskDeadlines(database));
  alerts.registerAlertSource(taskAdded(database));
  alerts.registerAlertSource(listAdded(database));
}

function taskDeadlines(database: Database): DeadlineSource {
  return {
    kind: 'task_due',
    reason: 'You get this because a task on one of your lists has a due date.',

    async deadlines({ from, to }, after, limit) {
      const rows = await database.query<{
        userPk: number;
        pk: number;
        title: string;
        slug: string;
        at: Date;
      }>(
        `SELECT tasks.owner_pk AS "userPk", tasks.pk, tasks.name AS title, slug, due_at AS at
        FROM tasks JOIN task_lists ON task_lists.pk = list_pk
        WHERE ${IS_OPEN} AND due_at BETWEEN $1 AND $2 AND (due_at, tasks.pk) > ($3, $4)
        ORDER BY due_at, tasks.pk LIMIT $5`,
        [from, to, after?.at ?? new Date(0), after === null ? 0 : Number(after.key.split(':')[1]), limit],
      );
      return rows.map(({ pk, slug, ...row }) => ({ ...row, key: `task:${pk}`, path: paths.task(slug, pk) }));
    },

    async digest(userPk, { now }) {
      const rows = await database.query<{ pk: number; name: string; slug: string; isOverdue: boolean }>(
        `SELECT tasks.pk, tasks.name, slug, due_at <= $2 AS "isOverdue"
        FROM tasks JOIN task_lists ON task_lists.pk = list_pk
        WHERE tasks.owner_pk = $1 AND ${IS_OPEN} AND due_at <= $2::timestamptz + interval '7 days'
        ORDER BY due_at, tasks.pk LIMIT 100`,
        [userPk, now],
      );
      const section = (title: string, isOverdue: boolean) => ({
        title,
        lines: rows
          .filter((row) => row.isOverdue === isOverdue)
          .map(({ pk, name, slug }) => ({ text: name, path: paths.task(slug, pk) })),
      });
      return [section('Overdue', true), section('Due within a week', false)];
    },
  };
}

function taskAdded(database: Database): EventSource<{ taskPk: number }> {
  return {
    kind: TASK_ADDED,
    reason: 'You get this because someone added a task for you.',
    async alertsOf({ taskPk }) {
      const rows = await database.query<{ userPk: number; name: string; slug: string; by: string }>(
        `SELECT tasks.owner_pk AS "userPk", tasks.name, slug, author.full_name AS by
        FROM tasks JOIN task_lists ON task_lists.pk = list_pk JOIN users AS author ON author.pk = tasks.created_by_pk
        WHERE tasks.pk = $1 AND deleted_at IS NULL AND tasks.created_by_pk <> tasks.owner_pk`,
        [taskPk],
      );
      return rows.map(({ userPk, name, slug, by }) => ({
        userPk,
        key: `${TASK_ADDED}:${taskPk}`,
        title: `New task: ${name}`,
        body: `${by} added it for you.`,
        path: paths.task(slug, taskPk),
      }));
    },
  };
}

function listAdded(database: Database): EventSource<{ listPk: number }> {
  return {
    kind: LIST_ADDED,
    reason: 'You get this because someone added a to-do list for you.',
    async alertsOf({ listPk }) {
      const rows = await database.query<{ userPk: number; name: string; slug: string }>(
        'SELECT owner_pk AS "userPk", name, slug FROM task_lists WHERE pk = $1',
        [listPk],
      );
      return rows.map(({ userPk, name, slug }) => ({
        userPk,
        key: `${LIST_ADDED}:${listPk}`,
        title: `New to-do list: ${name}`,
        body: 'Your mentor added it for you.',
        path: paths.taskList(slug),
      }));
    },
  };
}
