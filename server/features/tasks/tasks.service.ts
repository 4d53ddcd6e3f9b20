import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { MAX_PK, requirePk } from '#shared/kernel/ids.ts';
import { renderHtml } from '#shared/rich-text/render.ts';
import {
  DUE_DATE_MESSAGES,
  PAGE_SIZES,
  RESTORABLE_MILLISECONDS,
  TASK_LIMITS,
} from '#shared/tasks/constants.ts';
import {
  canSeeListsOf,
  listPermissions,
  type TaskPermission,
  taskPermissions,
} from '#shared/tasks/policy.ts';
import { dayOfMonth, nextDueAt } from '#shared/tasks/recurrence.ts';
import { type CreateTaskInput, createTaskInput, editTaskInput } from '#shared/tasks/schema.ts';
import { batched } from '../../db/batch.ts';
import { once } from '../../db/idempotency.ts';
import { decodeCursor, type Page, pageSize, toPage } from '../../graphql/connection.ts';
import { parseInput } from '../../http/input.ts';
import type { ServiceDependencies } from '../../services.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { NotesService } from '../notes/notes.service.ts';
import type { ListRow } from './lists.repository.ts';
import type { ListsService } from './lists.service.ts';
import { type Task, toTask } from './tasks.model.ts';
import { registerTaskAlerts, TASK_ADDED } from './tasks.alerts.ts';
import {
  type DatedTask,
  type NewActivity,
  type NewTask,
  type StoredTask,
  type TaskRow,
  TasksRepository,
} from './tasks.repository.ts';
import type { ActivityJson } from './tasks.sql.ts';

/** One of the three forms of `updateTask` (TASK-038, TASK-039, TASK-040), unchecked. */
export interface UpdateTaskRequest {
  id: string;
  containingListId?: string | null;
  completed?: boolean | null;
  name?: string | null;
  body?: string | null;
  htmlBody?: string | null;
  points?: number | null;
  dueAt?: Date | null;
  recurrence?: string | null;
  version?: number | null;
}

/** A student of the popup's row of pinned people. */
export interface PinnedStudent {
  pk: number;
  fullName: string;
  nextTask: Task | null;
}

export type TasksService = ReturnType<typeof createTasksService>;

/** Row limits that statements are made with: few, so that few statements are prepared. */
const LIMITS = [6, 11, 26, 51, 101, 501];
/** Entries of `taskactivitySet`; `taskActivities` pages through the rest. */
const MAX_LATEST_ACTIVITIES = 50;
const MAX_PINNED = 50;
const MAX_DATED = 1_000;

function limitFor(size: number): number {
  return LIMITS.find((limit) => limit > size) ?? 501;
}

function milliseconds(date: Date | null): number | null {
  return date?.getTime() ?? null;
}

export function createTasksService(
  { database, clock }: ServiceDependencies,
  { lists, notes, alerts }: { lists: ListsService; notes: NotesService; alerts: AlertsService },
) {
  const repository = new TasksRepository(database);
  registerTaskAlerts(alerts, database);

  function require(actor: Actor, list: ListRow, task: StoredTask, permission: TaskPermission) {
    if (!taskPermissions(actor, list, task).includes(permission)) {
      throw new AppError('FORBIDDEN', 'You cannot do this to this task.');
    }
  }

  async function get(actor: Actor, pk: number): Promise<Task> {
    const row = await repository.find(actor, pk);
    if (row === undefined) throw notFound();
    return toTask(actor, row.task, row.list);
  }

  /** Changes a task that the actor sees, alone among the changes of its owner. */
  async function change<T>(
    actor: Actor,
    pk: number,
    work: (task: StoredTask, list: ListRow) => Promise<T>,
  ): Promise<T> {
    const known = await repository.stored(pk);
    return lists.lockedFor(actor, known?.ownerPk, async () => {
      // Read again: what was known before the lock may have changed meanwhile.
      const task = await repository.stored(pk);
      if (task === undefined || task.deletedAt !== null) throw notFound();
      return work(task, await lists.find(actor, { pk: task.listPk }));
    });
  }

  function requireFuture(dueAt: Date | null) {
    if (dueAt !== null && dueAt.getTime() <= clock.now().getTime()) {
      throw invalid('dueAt', DUE_DATE_MESSAGES.past);
    }
  }

  function entry(actor: Actor, list: ListRow, task: Pick<StoredTask, 'pk' | 'ownerPk'>) {
    return {
      taskPk: task.pk,
      ownerPk: task.ownerPk,
      listPk: list.pk,
      wasPrivate: list.private,
      actorPk: actor.pk,
    };
  }

  async function requireRoom(listPk: number, parentPk: number | null) {
    const siblings = await repository.siblings(listPk, parentPk);
    if (parentPk === null && siblings.length >= TASK_LIMITS.openTasks) {
      throw invalid('containingListId', `A list holds at most ${TASK_LIMITS.openTasks} open tasks`);
    }
    if (parentPk !== null && siblings.length >= TASK_LIMITS.steps) {
      throw invalid('parentId', `A task has at most ${TASK_LIMITS.steps} steps`);
    }
  }

  /** The task that a new step belongs to: open, of the same list, and not a step itself. */
  async function requireParent(parentPk: number, list: ListRow): Promise<void> {
    const parent = await repository.stored(parentPk);
    if (parent === undefined || parent.deletedAt !== null || parent.listPk !== list.pk) throw notFound();
    if (parent.parentPk !== null) throw invalid('parentId', 'A step cannot have steps of its own');
    if (parent.completedAt !== null) throw invalid('parentId', 'This task is completed already');
  }

  /** Inserts a task with its first entry of history; within the owner's lock. */
  async function insert(actor: Actor, list: ListRow, task: Omit<NewTask, 'listPk' | 'ownerPk'>) {
    const pk = await repository.insert({ ...task, listPk: list.pk, ownerPk: list.ownerPk }, clock.now());
    await repository.record(
      [{ ...entry(actor, list, { pk, ownerPk: list.ownerPk }), action: 'CREATE' }],
      clock.now(),
    );
    return pk;
  }

  async function create(actor: Actor, input: CreateTaskInput, list: ListRow): Promise<number> {
    if (!listPermissions(actor, list).includes('add_task')) {
      throw new AppError('FORBIDDEN', 'You cannot add a task to this list.');
    }
    const dueAt = input.dueAt ?? null;
    requireFuture(dueAt);
    const recurrence = input.recurrence ?? null;
    if (recurrence !== null && dueAt === null) {
      throw invalid('recurrence', 'Only a task with a due date can repeat');
    }
    const parentPk = input.parentId === null ? null : requirePk('Task', input.parentId);
    if (parentPk !== null) await requireParent(parentPk, list);
    await requireRoom(list.pk, parentPk);
    const pk = await insert(actor, list, {
      parentPk,
      createdByPk: actor.pk,
      name: input.name,
      body: JSON.stringify(input.body),
      htmlBody: renderHtml(input.body),
      points: input.points ?? 0,
      dueAt,
      recurrence,
      recurrenceDay: dueAt === null ? null : dayOfMonth(dueAt, await repository.timeZoneOf(list.ownerPk)),
      repeatsPk: null,
      // A task must not be the way to learn of a note.
      sourceNotePk: input.sourceNoteId === null ? null : (await notes.get(actor, input.sourceNoteId)).pk,
    });
    const isForAnother = list.ownerPk !== actor.pk && parentPk === null;
    if (isForAnother) await alerts.announce(TASK_ADDED, { taskPk: pk });
    return pk;
  }

  /** TASK-038. Steps go with their task; a step that is moved becomes a task. */
  function move(actor: Actor, pk: number, listPk: number): Promise<void> {
    return change(actor, pk, async (task, list) => {
      require(actor, list, task, 'change_task');
      const target = await lists.find(actor, { pk: listPk });
      if (target.ownerPk !== task.ownerPk) {
        throw invalid('containingListId', 'A task stays with the person whose task it is');
      }
      if (!listPermissions(actor, target).includes('add_task')) {
        throw new AppError('FORBIDDEN', 'You cannot add a task to this list.');
      }
      if (target.pk === list.pk) return;
      await requireRoom(target.pk, null);
      await repository.move(pk, target.pk, clock.now());
      await repository.record(
        [{ ...entry(actor, target, task), action: 'MOVE', oldListPk: list.pk }],
        clock.now(),
      );
    });
  }

  /** TASK-014, TASK-015, TASK-016. Completing what is complete changes nothing. */
  function setCompleted(actor: Actor, pk: number, completed: boolean): Promise<number | null> {
    return change(actor, pk, async (task, list) => {
      require(actor, list, task, 'change_task');
      if ((task.completedAt !== null) === completed) return null;
      return completed ? complete(actor, task, list) : uncomplete(actor, task, list);
    });
  }

  async function complete(actor: Actor, task: StoredTask, list: ListRow): Promise<number | null> {
    const now = clock.now();
    const open = (await repository.steps(task.pk)).filter((step) => step.completedAt === null);
    await repository.setCompleted(task.pk, now, false, now);
    for (const step of open) await repository.setCompleted(step.pk, now, true, now);
    await repository.record(
      [
        { ...entry(actor, list, task), action: 'COMPLETE' },
        ...open.map((step): NewActivity => ({ ...entry(actor, list, step), action: 'PARENT_COMPLETE' })),
      ],
      now,
    );
    return repeat(actor, task, list);
  }

  /** Makes the next one of a repeating task, once, with its steps open again. */
  async function repeat(actor: Actor, task: StoredTask, list: ListRow): Promise<number | null> {
    if (task.recurrence === null || task.dueAt === null || (await repository.hasRepetition(task.pk)))
      return null;
    const timeZone = await repository.timeZoneOf(task.ownerPk);
    const copyOf = (stored: StoredTask) => ({
      createdByPk: actor.pk,
      name: stored.name,
      body: stored.body,
      htmlBody: renderHtml(JSON.parse(stored.body)),
      points: stored.points,
      sourceNotePk: null,
    });
    const pk = await insert(actor, list, {
      ...copyOf(task),
      parentPk: task.parentPk,
      dueAt: nextDueAt(task.dueAt, task.recurrence, task.recurrenceDay, timeZone, clock.now()),
      recurrence: task.recurrence,
      recurrenceDay: task.recurrenceDay,
      repeatsPk: task.pk,
    });
    for (const step of await repository.steps(task.pk)) {
      await insert(actor, list, {
        ...copyOf(step),
        parentPk: pk,
        dueAt: null,
        recurrence: null,
        recurrenceDay: null,
        repeatsPk: null,
      });
    }
    return pk;
  }

  /** Takes back a completion with all it did: the steps it completed, and the untouched next one it made. */
  async function uncomplete(actor: Actor, task: StoredTask, list: ListRow): Promise<null> {
    const now = clock.now();
    if (task.parentPk === null) await requireRoom(task.listPk, null);
    const reopened = [
      task,
      ...(await repository.steps(task.pk)).filter(
        (step) => step.completedAt !== null && step.completedByParent,
      ),
    ];
    // An open step under a completed task would be seen nowhere.
    const parent = task.parentPk === null ? undefined : await repository.stored(task.parentPk);
    if (parent !== undefined && parent.completedAt !== null) reopened.push(parent);
    for (const one of reopened) await repository.setCompleted(one.pk, null, false, now);
    await repository.record(
      reopened.map((one): NewActivity => ({ ...entry(actor, list, one), action: 'UNCOMPLETE' })),
      now,
    );
    const next = await repository.untouchedRepetition(task.pk);
    if (next !== undefined) await repository.remove(next);
    return null;
  }

  /** TASK-040, and one entry of history for each thing that changed (TASK-018). */
  function edit(actor: Actor, pk: number, request: UpdateTaskRequest): Promise<void> {
    const input = parseInput(editTaskInput, request);
    return change(actor, pk, async (task, list) => {
      require(actor, list, task, 'change_task');
      if (input.version !== null && input.version !== task.version) {
        throw new AppError('CONFLICT', 'Somebody changed this task meanwhile.', {
          current: {
            version: task.version,
            name: task.name,
            body: task.body,
            points: task.points,
            dueAt: task.dueAt?.toISOString() ?? null,
            recurrence: task.recurrence,
          },
        });
      }
      const body = JSON.stringify(input.body);
      const points = input.points ?? task.points;
      const dueAt = input.dueAt === undefined ? task.dueAt : input.dueAt;
      // Without a due date there is nothing to repeat.
      const recurrence =
        dueAt === null ? null : input.recurrence === undefined ? task.recurrence : input.recurrence;
      if (dueAt === null && (input.recurrence ?? null) !== null) {
        throw invalid('recurrence', 'Only a task with a due date can repeat');
      }
      const isNewDate = milliseconds(dueAt) !== milliseconds(task.dueAt);
      if (isNewDate) requireFuture(dueAt);

      const about = entry(actor, list, task);
      const changes: NewActivity[] = [];
      if (input.name !== task.name)
        changes.push({ ...about, action: 'UPDATE_NAME', oldName: task.name, newName: input.name });
      if (body !== task.body) changes.push({ ...about, action: 'UPDATE_BODY' });
      if (points !== task.points)
        changes.push({ ...about, action: 'UPDATE_POINTS', oldPoints: task.points, newPoints: points });
      if (isNewDate)
        changes.push({ ...about, action: 'UPDATE_DUE_AT', oldDueAt: task.dueAt, newDueAt: dueAt });
      if (changes.length === 0 && recurrence === task.recurrence) return;
      await repository.edit(
        pk,
        {
          name: input.name,
          body,
          htmlBody: renderHtml(input.body),
          points,
          dueAt,
          recurrence,
          recurrenceDay:
            dueAt !== null && isNewDate
              ? dayOfMonth(dueAt, await repository.timeZoneOf(task.ownerPk))
              : task.recurrenceDay,
        },
        clock.now(),
      );
      await repository.record(changes, clock.now());
    });
  }

  function toTaskPage<Cursor extends (string | number)[]>(
    actor: Actor,
    rows: readonly TaskRow[],
    size: number,
    isLater: boolean,
    cursorOf: (row: TaskRow) => Cursor,
  ): Page<Task> {
    return toPage(rows.slice(0, size + 1), size, isLater, cursorOf, (row) =>
      toTask(actor, row.task, row.list),
    );
  }

  return {
    /** @throws AppError NOT_FOUND */
    get,

    /** The body of a task that was answered without it. */
    body: batched((actor, pks) => repository.bodies(actor, pks)),

    /** The latest entries of a task's history. */
    latestActivities: batched((actor, pks) =>
      repository.latestActivities(actor, pks.slice(0, 100), MAX_LATEST_ACTIVITIES),
    ),

    /** UPC-003: open tasks with a due date, the overdue ones first (product decision 21). */
    async upcoming(
      actor: Actor,
      request: { userPk?: number | null; first?: number | null; after?: string | null },
      { withCount, withSteps }: { withCount: boolean; withSteps: boolean },
    ): Promise<Page<Task>> {
      const ownerPk = request.userPk ?? actor.pk;
      if (!canSeeListsOf(actor, ownerPk)) throw notFound();
      const size = pageSize(request.first);
      const after = momentCursor(request.after ?? null);
      const rows = await repository.upcoming(
        actor,
        ownerPk,
        after === null ? null : { dueAt: after.moment, pk: after.pk },
        limitFor(size),
        withSteps,
      );
      const page = toTaskPage(actor, rows, size, after !== null, (row) => [
        row.task.dueAt as string,
        row.task.pk,
      ]);
      return withCount ? { ...page, totalCount: await repository.countUpcoming(actor, ownerPk) } : page;
    },

    /** LIST-005. @throws AppError NOT_FOUND */
    async completed(
      actor: Actor,
      request: { listPk: number; first?: number | null; after?: string | null },
      withCount: boolean,
    ): Promise<Page<Task>> {
      const list = await lists.find(actor, { pk: request.listPk });
      const size = pageSize(request.first ?? PAGE_SIZES.completed);
      const after = momentCursor(request.after ?? null);
      const rows = await repository.completed(
        actor,
        list.pk,
        after === null ? null : { completedAt: after.moment, pk: after.pk },
        limitFor(size),
      );
      const page = toTaskPage(actor, rows, size, after !== null, (row) => [
        row.task.completedAt as string,
        row.task.pk,
      ]);
      return withCount ? { ...page, totalCount: await repository.countCompleted(actor, list.pk) } : page;
    },

    /** TASK-019: the history of a task or of a whole list, the latest first. @throws AppError NOT_FOUND */
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
      const afterPk = pkCursor(request.after ?? null);
      const entries = await repository.activities(actor, of, afterPk, limitFor(size));
      const page = toPage(
        entries.slice(0, size + 1),
        size,
        afterPk !== null,
        (one) => [one.pk],
        (one) => one,
      );
      return withCount ? { ...page, totalCount: await repository.countActivities(actor, of) } : page;
    },

    /** Open tasks by a part of their name, for the address bar of the browser. */
    async search(actor: Actor, text: string, first: number | null | undefined): Promise<Task[]> {
      const words = text.trim().slice(0, 100);
      if (words === '') return [];
      const size = Math.min(pageSize(first ?? 6), 50);
      const rows = await repository.search(actor, words, limitFor(size - 1));
      return rows.slice(0, size).map((row) => toTask(actor, row.task, row.list));
    },

    /** What belongs into the actor's calendar: own tasks, those of a parent's children, and of favorite lists. */
    dated(actor: Actor, from: Date, to: Date): Promise<DatedTask[]> {
      const ownerPks = actor.role === 'parent' ? [actor.pk, ...actor.studentPks] : [actor.pk];
      return repository.dated(actor, ownerPks, from, to, MAX_DATED);
    },

    /** The actor's pinned students with what each has to do next. */
    async pinnedStudents(actor: Actor): Promise<PinnedStudent[]> {
      const rows = await repository.nextOfPinned(actor, MAX_PINNED);
      return rows.map(({ pk, fullName, task, list }) => ({
        pk,
        fullName,
        nextTask: task === null || list === null ? null : toTask(actor, task, list),
      }));
    },

    /** TASK-037. The same idempotency key again answers with the task that was made the first time. */
    async create(actor: Actor, request: object): Promise<Task> {
      const input = parseInput(createTaskInput, request);
      const listPk = requirePk('TaskList', input.containingListId);
      const { idempotencyKey, ...asked } = input;
      const ownerPk = await lists.repository.ownerOf({ pk: listPk });
      const make = async () => ({ pk: await create(actor, input, await lists.find(actor, { pk: listPk })) });
      const made = await lists.lockedFor(actor, ownerPk, () =>
        idempotencyKey === null
          ? make()
          : once(database, { userPk: actor.pk, key: idempotencyKey, request: ['createTask', asked] }, make),
      );
      return get(actor, made.pk);
    },

    /** @returns the task and, when completing it made one, the next of a repeating task */
    async update(actor: Actor, request: UpdateTaskRequest): Promise<{ task: Task; nextTask: Task | null }> {
      const pk = requirePk('Task', request.id);
      const { containingListId = null, completed = null } = request;
      const given = (...values: unknown[]) => values.some((value) => value !== null && value !== undefined);
      const isEdit = given(request.name, request.body, request.htmlBody);
      const forms = [containingListId !== null, completed !== null, isEdit].filter(Boolean).length;
      if (forms !== 1 || (!isEdit && given(request.points, request.recurrence, request.dueAt))) {
        throw invalid('id', 'Move a task, complete it or edit it: one at a time');
      }
      let nextPk: number | null = null;
      if (containingListId !== null) await move(actor, pk, requirePk('TaskList', containingListId));
      else if (completed !== null) nextPk = await setCompleted(actor, pk, completed);
      else await edit(actor, pk, request);
      return {
        task: await get(actor, pk),
        nextTask: nextPk === null ? null : await get(actor, nextPk),
      };
    },

    /** Puts an open task behind another one of its list, or a step behind another step; null is the beginning. */
    async reorder(actor: Actor, id: string, afterId: string | null): Promise<Task> {
      const pk = requirePk('Task', id);
      const afterPk = afterId === null ? null : requirePk('Task', afterId);
      await change(actor, pk, async (task, list) => {
        require(actor, list, task, 'change_task');
        const siblings = await repository.siblings(task.listPk, task.parentPk);
        if (afterPk === pk || !siblings.some((one) => one.pk === pk)) return;
        const others = siblings.filter((one) => one.pk !== pk);
        const index = afterPk === null ? 0 : others.findIndex((one) => one.pk === afterPk) + 1;
        if (afterPk !== null && index === 0) throw notFound();
        const before = others[index - 1]?.position ?? (others[index]?.position ?? 1) - 2;
        const behind = others[index]?.position ?? before + 2;
        const middle = (before + behind) / 2;
        if (before < middle && middle < behind) return repository.setPositions([pk], [middle]);
        // No number is left between the two: number all of them anew.
        const order = others.map((one) => one.pk).toSpliced(index, 0, pk);
        return repository.setPositions(
          order,
          order.map((_, position) => position + 1),
        );
      });
      return get(actor, pk);
    },

    /** TASK-035. The task stays restorable for a while, so that the deletion can be taken back. */
    async remove(actor: Actor, pk: number): Promise<{ restorableUntil: Date }> {
      if (pk > MAX_PK) throw notFound();
      const now = clock.now();
      await change(actor, pk, async (task, list) => {
        require(actor, list, task, 'delete_task');
        await repository.markDeleted(pk, now);
        await repository.purge(task.ownerPk, new Date(now.getTime() - RESTORABLE_MILLISECONDS));
      });
      return { restorableUntil: new Date(now.getTime() + RESTORABLE_MILLISECONDS) };
    },

    /** Takes back a deletion. @throws AppError NOT_FOUND when it is too late */
    async restore(actor: Actor, pk: number): Promise<void> {
      const known = await repository.stored(pk);
      await lists.lockedFor(actor, known?.ownerPk, async () => {
        const task = await repository.stored(pk);
        const oldest = clock.now().getTime() - RESTORABLE_MILLISECONDS;
        if (task === undefined || (task.deletedAt?.getTime() ?? oldest) < oldest) throw notFound();
        const list = await lists.find(actor, { pk: task.listPk });
        require(actor, list, task, 'delete_task');
        if (task.deletedAt === null) return;
        if (task.parentPk === null && task.completedAt === null) await requireRoom(task.listPk, null);
        await repository.restore(pk, task.deletedAt);
      });
    },
  };
}

function pkCursor(cursor: string | null): number | null {
  if (cursor === null) return null;
  const [pk] = decodeCursor(cursor, 1);
  if (!Number.isInteger(pk)) throw invalid('after', 'Unknown cursor');
  return pk as number;
}

/** The values of a cursor that holds a moment and a pk. */
function momentCursor(cursor: string | null): { moment: string; pk: number } | null {
  if (cursor === null) return null;
  const [moment, pk] = decodeCursor(cursor, 2);
  if (typeof moment !== 'string' || Number.isNaN(Date.parse(moment)) || !Number.isInteger(pk)) {
    throw invalid('after', 'Unknown cursor');
  }
  return { moment, pk: pk as number };
}
