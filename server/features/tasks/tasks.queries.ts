import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { invalid, notFound } from '#shared/kernel/errors.ts';
import { PAGE_SIZES, RECENTLY_COMPLETED_DAYS } from '#shared/tasks/constants.ts';
import { canSeeListsOf } from '#shared/tasks/policy.ts';
import { batchByActor } from '../../db/batch-by-actor.ts';
import { cursor, cursorMoment, cursorPk } from '../../lib/cursors.ts';
import { type Page, type PageOptions, pageSize, rowLimit, toPage } from '../../lib/pages.ts';
import { type DatedTask, TaskQueriesRepository } from './task-queries.repository.ts';
import type { TaskContext } from './tasks.context.ts';
import { isoDate, type Task, toTask } from './tasks.model.ts';
import type { ActivityJson, PinnedRow, TaskRow } from './tasks.sql.ts';

/** A pinned student with the open task that is due first. */
export interface PinnedStudent {
  pk: number;
  fullName: string;
  nextTask: Task | null;
}

const DAY = 24 * 60 * 60_000;

/** Entries of `taskactivitySet`; `taskActivities` pages through the rest. */
const MAX_LATEST_ACTIVITIES = 50;
const MAX_PINNED = 50;
const MAX_DATED = 1_000;
const MAX_OF_NOTE = 200;

const upcomingCursor = cursor('upcoming tasks', z.tuple([cursorMoment, cursorPk]));
const completedCursor = cursor('completed tasks', z.tuple([cursorMoment, cursorPk]));
const recentlyCompletedCursor = cursor('recently completed tasks', z.tuple([cursorMoment, cursorPk]));
const activityCursor = cursor('task activities', z.tuple([cursorMoment, cursorPk]));

function toTaskPage(
  actor: Actor,
  rows: readonly TaskRow[],
  options: Omit<PageOptions<TaskRow, Task>, 'nodeOf'>,
): Page<Task> {
  return toPage(rows, { ...options, nodeOf: (row) => toTask(actor, row.task, row.list) });
}

/** Returns a page of upcoming tasks from one row more than it shows. */
export function toUpcomingPage(
  actor: Actor,
  rows: readonly TaskRow[],
  bounds: { size: number; hasPreviousPage: boolean },
): Page<Task> {
  return toTaskPage(actor, rows, {
    ...bounds,
    cursorOf: ({ task }) => upcomingCursor.encode([isoDate(task.dueAt) as string, task.pk]),
  });
}

/** Returns a page of completed tasks from one row more than it shows. */
function toCompletedPage(
  actor: Actor,
  rows: readonly TaskRow[],
  pageCursor: typeof completedCursor,
  bounds: { size: number; hasPreviousPage: boolean },
): Page<Task> {
  return toTaskPage(actor, rows, {
    ...bounds,
    cursorOf: ({ task }) => pageCursor.encode([isoDate(task.completedAt) as string, task.pk]),
  });
}

/**
 * Returns whose tasks a request reads: the actor's by default.
 * @throws AppError NOT_FOUND when the actor cannot see lists of that person
 */
function requireOwner(actor: Actor, userPk: number | null | undefined): number {
  const ownerPk = userPk ?? actor.pk;
  if (!canSeeListsOf(actor, ownerPk)) throw notFound();
  return ownerPk;
}

/** Returns a pinned student from the database's row. */
export function toPinnedStudent(actor: Actor, { pk, fullName, task, list }: PinnedRow): PinnedStudent {
  return { pk, fullName, nextTask: task === null || list === null ? null : toTask(actor, task, list) };
}

/** Creates the reads of tasks and their history. */
export function createTaskQueries({ clock, database, history, lists, notes }: TaskContext) {
  const repository = new TaskQueriesRepository(database);

  async function find(actor: Actor, pk: number): Promise<Task | null> {
    const row = await repository.find(actor, pk);
    return row === undefined ? null : toTask(actor, row.task, row.list);
  }

  async function get(actor: Actor, pk: number): Promise<Task> {
    const task = await find(actor, pk);
    if (task === null) throw notFound();
    return task;
  }

  return {
    /** Reads a task; null if it is missing or not visible to the actor. */
    find,

    /** Reads a task. @throws AppError NOT_FOUND */
    get,

    /** Reads the body of a task that was read without it. */
    body: batchByActor((actor, pks) => repository.bodies(actor, pks)),

    /** Reads the latest entries of a task's history. */
    latestActivities: batchByActor((actor, pks) =>
      history.latestActivities(actor, pks.slice(0, 100), MAX_LATEST_ACTIVITIES),
    ),

    /** Reads open tasks with a due date, overdue first (UPC-003). */
    async upcoming(
      actor: Actor,
      request: { userPk?: number | null; first?: number | null; after?: string | null },
      { withCount, withSteps }: { withCount: boolean; withSteps: boolean },
    ): Promise<Page<Task>> {
      const ownerPk = requireOwner(actor, request.userPk);
      const size = pageSize(request.first);
      const after = upcomingCursor.decode(request.after);
      const rows = await repository.upcoming(actor, {
        ownerPk,
        after: after === null ? null : { dueAt: after[0], pk: after[1] },
        limit: rowLimit(size),
        withSteps,
      });
      const page = toUpcomingPage(actor, rows, { size, hasPreviousPage: after !== null });
      return withCount ? { ...page, totalCount: await repository.countUpcoming(actor, ownerPk) } : page;
    },

    /** Reads the completed tasks of a list, latest first (LIST-005). @throws AppError NOT_FOUND */
    async completed(
      actor: Actor,
      request: { listPk: number; first?: number | null; after?: string | null },
      withCount: boolean,
    ): Promise<Page<Task>> {
      const list = await lists.find(actor, { pk: request.listPk });
      const size = pageSize(request.first ?? PAGE_SIZES.completed);
      const after = completedCursor.decode(request.after);
      const rows = await repository.completed(
        actor,
        list.pk,
        after === null ? null : { completedAt: after[0], pk: after[1] },
        rowLimit(size),
      );
      const page = toCompletedPage(actor, rows, completedCursor, { size, hasPreviousPage: after !== null });
      return withCount ? { ...page, totalCount: await repository.countCompleted(actor, list.pk) } : page;
    },

    /** Reads a person's tasks completed within the last 10 days, latest first (TASK-023). @throws AppError NOT_FOUND */
    async recentlyCompleted(
      actor: Actor,
      request: { userPk?: number | null; first?: number | null; after?: string | null },
      { withCount, withSteps }: { withCount: boolean; withSteps: boolean },
    ): Promise<Page<Task>> {
      const ownerPk = requireOwner(actor, request.userPk);
      const since = new Date(clock.now().getTime() - RECENTLY_COMPLETED_DAYS * DAY);
      const size = pageSize(request.first ?? PAGE_SIZES.completed);
      const after = recentlyCompletedCursor.decode(request.after);
      const rows = await repository.recentlyCompleted(actor, {
        ownerPk,
        since,
        after: after === null ? null : { completedAt: after[0], pk: after[1] },
        limit: rowLimit(size),
        withSteps,
      });
      const page = toCompletedPage(actor, rows, recentlyCompletedCursor, {
        size,
        hasPreviousPage: after !== null,
      });
      if (!withCount) return page;
      return { ...page, totalCount: await repository.countRecentlyCompleted(actor, ownerPk, since) };
    },

    /** Reads the history of a task or of a list, latest first (TASK-019). @throws AppError NOT_FOUND */
    async activities(
      actor: Actor,
      request: {
        taskPk?: number | null;
        listPk?: number | null;
        first?: number | null;
        after?: string | null;
      },
      withCount: boolean,
    ): Promise<Page<ActivityJson>> {
      const { taskPk = null, listPk = null } = request;
      if ((taskPk === null) === (listPk === null)) {
        throw invalid('taskPk', 'Ask for the history of either a task or a list');
      }
      if (taskPk === null) await lists.find(actor, { pk: listPk as number });
      else await get(actor, taskPk);
      const of = taskPk === null ? { listPk: listPk as number } : { taskPk };
      const size = pageSize(request.first ?? PAGE_SIZES.activities);
      const after = activityCursor.decode(request.after);
      const entries = await history.activities(
        actor,
        of,
        after === null ? null : { createdAt: after[0], pk: after[1] },
        rowLimit(size),
      );
      const page = toPage(entries, {
        size,
        hasPreviousPage: after !== null,
        cursorOf: (one) => activityCursor.encode([isoDate(one.createdAt) as string, one.pk]),
        nodeOf: (one) => one,
      });
      return withCount ? { ...page, totalCount: await history.countActivities(actor, of) } : page;
    },

    /** Finds open tasks by part of their name. */
    async search(actor: Actor, text: string, first: number | null | undefined): Promise<Task[]> {
      const query = text.trim().slice(0, 100);
      if (query === '') return [];
      const size = Math.min(pageSize(first ?? 6), 50);
      // There is no next page, so no additional row is needed.
      const rows = await repository.search(actor, query, rowLimit(size - 1));
      return rows.slice(0, size).map((row) => toTask(actor, row.task, row.list));
    },

    /**
     * Reads the tasks of the actor's calendar: their own, those of a parent's children, and those of favorite lists.
     */
    dated(actor: Actor, from: Date, to: Date): Promise<DatedTask[]> {
      const ownerPks = actor.role === 'parent' ? [actor.pk, ...actor.studentPks] : [actor.pk];
      return repository.dated(actor, ownerPks, { from, to, limit: MAX_DATED });
    },

    /** Reads the actor's pinned students, each with their next task. */
    async pinnedStudents(actor: Actor): Promise<PinnedStudent[]> {
      const rows = await repository.nextOfPinned(actor, MAX_PINNED);
      return rows.map((row) => toPinnedStudent(actor, row));
    },

    /** Reads the visible tasks created from a note. @throws AppError NOT_FOUND */
    async ofNote(actor: Actor, noteId: string): Promise<Task[]> {
      const { pk } = await notes.get(actor, noteId);
      const rows = await repository.ofNote(actor, pk, MAX_OF_NOTE);
      return rows.map((row) => toTask(actor, row.task, row.list));
    },
  };
}
