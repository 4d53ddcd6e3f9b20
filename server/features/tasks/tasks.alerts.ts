import { paths } from '#shared/kernel/paths.ts';
import type { Database } from '../../db/database.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import {
  type DeadlineSource,
  digestSection,
  type EventSource,
  MAX_SECTION_LINES,
} from '../alerts/alerts.sources.ts';
import { TaskAlertsRepository } from './task-alerts.repository.ts';

export const TASK_ADDED = 'task_added';
export const LIST_ADDED = 'list_added';

/** Registers the alerts of tasks. They go to the owner only, so private lists stay private. */
export function registerTaskAlerts(alerts: AlertsService, database: Database): void {
  const repository = new TaskAlertsRepository(database);
  alerts.registerAlertSource(taskDeadlines(repository));
  alerts.registerAlertSource(taskAdded(repository));
  alerts.registerAlertSource(listAdded(repository));
}

/** Returns the path of a task for its owner. */
function taskPath(ownerPk: number, pk: number, slug: string): string {
  return paths.taskFor(ownerPk, { pk, ownerPk, slug });
}

function taskDeadlines(repository: TaskAlertsRepository): DeadlineSource {
  return {
    kind: 'task_due',
    reason: 'You get this because a task on one of your lists has a due date.',

    async deadlines({ from, to }, after, limit) {
      const start = after === null ? null : { at: after.at, pk: Number(after.key.split(':')[1]) };
      const rows = await repository.dueBetween(from, to, start, limit);
      return rows.map(({ pk, slug, ...row }) => ({
        ...row,
        key: `task:${pk}`,
        path: taskPath(row.userPk, pk, slug),
        studentPk: null,
      }));
    },

    async digest(userPk, { now }) {
      const rows = await repository.dueSoon(userPk, now, MAX_SECTION_LINES);
      const section = (title: string, isOverdue: boolean) =>
        digestSection(
          title,
          rows.filter((row) => row.isOverdue === isOverdue),
          ({ pk, name, slug }) => ({ text: name, path: taskPath(userPk, pk, slug) }),
        );
      return [section('Overdue', true), section('Due within a week', false)];
    },
  };
}

function taskAdded(repository: TaskAlertsRepository): EventSource<{ taskPk: number }> {
  return {
    kind: TASK_ADDED,
    reason: 'You get this because someone added a task for you.',
    async alertsOf({ taskPk }) {
      const rows = await repository.addedTask(taskPk);
      return rows.map(({ userPk, name, slug, by }) => ({
        userPk,
        key: `${TASK_ADDED}:${taskPk}`,
        title: `New task: ${name}`,
        body: `${by} added it for you.`,
        path: taskPath(userPk, taskPk, slug),
        studentPk: null,
      }));
    },
  };
}

function listAdded(repository: TaskAlertsRepository): EventSource<{ listPk: number }> {
  return {
    kind: LIST_ADDED,
    reason: 'You get this because someone added a list for you.',
    async alertsOf({ listPk }) {
      const rows = await repository.addedList(listPk);
      return rows.map(({ userPk, name, slug }) => ({
        userPk,
        key: `${LIST_ADDED}:${listPk}`,
        title: `New list: ${name}`,
        body: 'Your mentor added it for you.',
        path: paths.taskList(slug),
        studentPk: null,
      }));
    },
  };
}
