import { z } from 'zod';
import { randomInt } from 'node:crypto';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { LIST_COLORS, PAGE_SIZES, TASK_LIMITS } from '#shared/tasks/constants.ts';
import { canAddListFor, canSeeListsOf, type ListPermission, listPermissions } from '#shared/tasks/policy.ts';
import type { CreateListInput, UpdateListInput } from '#shared/tasks/schema.ts';
import { batchByActor } from '../../../db/batch-by-actor.ts';
import { lockFor } from '../../../db/locks.ts';
import { createOnce } from '../../../lib/create-once.ts';
import { cursor, cursorPk } from '../../../lib/cursors.ts';
import { type Page, pageSize, toPage } from '../../../lib/pages.ts';
import type { ServiceDependencies } from '../../../dependencies.ts';
import { type ListFilter, type ListRow, ListsRepository } from './lists.repository.ts';
import { type Task, toTasks } from '../tasks.model.ts';

/** A list with the actor's permissions. */
export interface TaskList extends Omit<ListRow, 'tasks'> {
  permissions: ListPermission[];
  tasks?: Task[];
}

export type ListsService = ReturnType<typeof createListsService>;

/** The maximum number of lists in one response that includes tasks. */
const MAX_LISTS_WITH_TASKS = 20;

/** Adds the actor's permissions to a list. */
export function toList(actor: Actor, row: ListRow): TaskList {
  const { tasks, ...list } = row;
  const permissions = listPermissions(actor, row);
  return {
    ...list,
    permissions,
    ...(tasks === undefined ? {} : { tasks: toTasks(actor, tasks, list) }),
  };
}

const listCursor = cursor('lists', z.tuple([cursorPk]));

/** Makes a page of lists. @param rows the rows of the page, and more if there is a next page */
function toListPage(
  actor: Actor,
  rows: readonly ListRow[],
  bounds: { size: number; hasPreviousPage: boolean },
): Page<TaskList> {
  return toPage(rows, {
    ...bounds,
    cursorOf: ({ pk }) => listCursor.encode([pk]),
    nodeOf: (row) => toList(actor, row),
  });
}

/** Returns a new slug. It contains the name only if the list starts shared: a slug outlives renames and sharing. */
function makeSlug(name: string, isPrivate: boolean): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const random = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return isPrivate || words === '' ? `list-${random}` : `${words}-${random}`;
}

/** Creates the service of lists and favorites. */
export function createListsService({ database, clock }: ServiceDependencies) {
  const repository = new ListsRepository(database);

  async function find(actor: Actor, filter: ListFilter): Promise<ListRow> {
    const [row] = await repository.list(actor, filter, { limit: 1 });
    if (row === undefined) throw notFound();
    return row;
  }

  /** Reads the lists of a person that the actor can see. */
  const listsOf = (actor: Actor, ownerPk: number) =>
    repository.list(actor, { ownerPk }, { limit: 2 * TASK_LIMITS.lists });

  /**
   * Returns the owner to lock for a change of this list; undefined for a list that the actor cannot see, so that a
   * private list takes the same path and time as a missing one.
   */
  const ownerOf = (actor: Actor, filter: { pk: number } | { slug: string }) =>
    repository.ownerOf(actor, filter);

  /**
   * Runs a change of an owner's lists, tasks, templates or favorites while no other such change runs. So changes cannot
   * conflict or deadlock, and parallel requests cannot exceed a limit.
   * @throws AppError NOT_FOUND
   */
  function lockedFor<T>(actor: Actor, ownerPk: number | undefined, work: () => Promise<T>): Promise<T> {
    if (ownerPk === undefined || !canSeeListsOf(actor, ownerPk)) throw notFound();
    return database.transaction(async () => {
      await lockFor(database, 'tasks', ownerPk);
      return work();
    });
  }

  function require(actor: Actor, list: ListRow, permission: ListPermission) {
    if (!listPermissions(actor, list).includes(permission)) {
      throw new AppError('FORBIDDEN', 'You cannot do this to this list.');
    }
  }

  /** Throws if a visible list has the name. Private lists do not count: the error must not reveal them. */
  function requireFreeName(name: string, visible: readonly ListRow[], exceptPk?: number) {
    const isTaken = visible.some(
      (list) => list.pk !== exceptPk && list.name.toLowerCase() === name.toLowerCase(),
    );
    if (isTaken) throw invalid('name', 'A list with this name already exists');
  }

  /** Inserts a list; within the owner's lock. */
  async function insert(actor: Actor, ownerPk: number, name: string): Promise<number> {
    if (!canAddListFor(actor, ownerPk)) throw new AppError('FORBIDDEN', 'You cannot add a list here.');
    if (!(await repository.isOwnerEnabled(ownerPk))) throw notFound();
    const visible = await repository.list(actor, { ownerPk }, { limit: TASK_LIMITS.lists + 1 });
    requireFreeName(name, visible);
    if (visible.length >= TASK_LIMITS.lists) {
      throw invalid('name', `A person can have at most ${TASK_LIMITS.lists} lists`);
    }
    // People's own lists start private; a list that a mentor adds for a student starts shared.
    const isPrivate = actor.pk === ownerPk;
    return repository.insert({
      ownerPk,
      createdByPk: actor.pk,
      name,
      slug: makeSlug(name, isPrivate),
      color: LIST_COLORS[visible.length % LIST_COLORS.length] ?? LIST_COLORS[0],
      private: isPrivate,
      now: clock.now(),
    });
  }

  return {
    /** Reads the names of a person's lists that the actor can see. */
    async visibleNames(actor: Actor, ownerPk: number): Promise<string[]> {
      return (await listsOf(actor, ownerPk)).map(({ name }) => name);
    },

    /** Reads the open tasks of a list that the actor has found. */
    async openTasksOf(list: ListRow) {
      return (await repository.openTasks([list.pk])).get(list.pk) ?? [];
    },

    ownerOf,
    lockedFor,
    find,
    insert,
    require,

    /** Reads a person's lists (LIST-021, LIST-025). @throws AppError NOT_FOUND if the actor cannot see them */
    async ofUser(actor: Actor, userPk: number): Promise<TaskList[]> {
      if (!canSeeListsOf(actor, userPk)) throw notFound();
      return (await listsOf(actor, userPk)).map((row) => toList(actor, row));
    },

    /** Reads the pks of the open tasks of lists that the actor has read. */
    openTaskPks(lists: readonly TaskList[]): Promise<ReadonlyMap<number, number[]>> {
      return repository.openTaskPks(
        lists.map((list) => list.pk),
        TASK_LIMITS.openTasks,
      );
    },

    /** Reads a page of lists (LIST-031): the actor's, those of an owner, or the visible list with a slug. */
    async page(
      actor: Actor,
      request: { first?: number | null; after?: string | null; slug?: string | null; userPk?: number | null },
      { withTasks, withCount }: { withTasks: boolean; withCount: boolean },
    ): Promise<Page<TaskList>> {
      const { first, after = null, slug = null, userPk = null } = request;
      const requested = pageSize(first);
      const size = withTasks ? Math.min(requested, MAX_LISTS_WITH_TASKS) : requested;
      const ownerPk = userPk ?? (slug === null ? actor.pk : undefined);
      if (ownerPk !== undefined && !canSeeListsOf(actor, ownerPk)) throw notFound();
      const filter: ListFilter = {
        ...(ownerPk === undefined ? {} : { ownerPk }),
        ...(slug === null ? {} : { slug }),
      };
      const [afterPk] = listCursor.decode(after) ?? [];
      // Three limits, so that three statements are prepared.
      const limit = size === 1 ? 2 : withTasks ? MAX_LISTS_WITH_TASKS + 1 : 501;
      const rows = await repository.list(
        actor,
        { ...filter, ...(afterPk === undefined ? {} : { afterPk }) },
        { limit, withTasks },
      );
      const page = toListPage(actor, rows, { size, hasPreviousPage: afterPk !== undefined });
      return withCount ? { ...page, totalCount: await repository.count(actor, filter) } : page;
    },

    /** Reads the open tasks of a list that was read without them. */
    openTasks: batchByActor<Task[]>(async (actor, pks) => {
      const found = await repository.list(actor, { pks }, { limit: 501 });
      const known = new Map(found.map((row) => [row.pk, row]));
      const seen = pks.filter((pk) => known.has(pk)).slice(0, MAX_LISTS_WITH_TASKS);
      const tasks = await repository.openTasks(seen);
      return new Map(seen.map((pk) => [pk, toTasks(actor, tasks.get(pk) ?? [], known.get(pk) as ListRow)]));
    }),

    /** Reads the lists that a task can move to (TASK-036): visible, of the same owner, with `add_task`. */
    async moveTargets(
      actor: Actor,
      task: Task,
      request: { search?: string | null; first?: number | null },
    ): Promise<Page<TaskList>> {
      const size = Math.min(pageSize(request.first ?? PAGE_SIZES.moveTargets), 50);
      const search = request.search?.trim() ?? '';
      const filter: ListFilter = {
        ownerPk: task.containingList.ownerPk,
        exceptPk: task.containingList.pk,
        ...(search === '' ? {} : { search }),
      };
      const rows = task.permissions.includes('change_task')
        ? await repository.list(actor, filter, { limit: 2 * TASK_LIMITS.lists })
        : [];
      const targets = rows.filter((row) => listPermissions(actor, row).includes('add_task'));
      return { ...toListPage(actor, targets, { size, hasPreviousPage: false }), totalCount: targets.length };
    },

    /** Creates a list (LIST-022). The same idempotency key returns the list created first. */
    async create(actor: Actor, input: CreateListInput): Promise<TaskList> {
      const ownerPk = input.user_id ?? actor.pk;
      const request = {
        action: 'createList',
        key: input.idempotency_key,
        input: { ownerPk, name: input.name },
      };
      const { pk } = await lockedFor(actor, ownerPk, () =>
        createOnce(database, actor, request, async () => ({ pk: await insert(actor, ownerPk, input.name) })),
      );
      return toList(actor, await find(actor, { pk }));
    },

    /** Changes a list (LIST-023) but not its slug. */
    async update(actor: Actor, slug: string, input: UpdateListInput): Promise<TaskList> {
      const pk = await lockedFor(actor, await ownerOf(actor, { slug }), async () => {
        const list = await find(actor, { slug });
        if (input.private !== undefined && input.private !== list.private) {
          require(actor, list, 'change_private');
        }
        require(actor, list, 'change_list');
        if (input.name !== undefined && input.name !== list.name) {
          requireFreeName(input.name, await listsOf(actor, list.ownerPk), list.pk);
        }
        await repository.update(list.pk, {
          name: input.name ?? list.name,
          private: input.private ?? list.private,
          color: input.color ?? list.color,
        });
        return list.pk;
      });
      return toList(actor, await find(actor, { pk }));
    },

    /** Deletes a list with its tasks (LIST-024). @returns the pks of its tasks and steps */
    async remove(actor: Actor, slug: string): Promise<number[]> {
      return lockedFor(actor, await ownerOf(actor, { slug }), async () => {
        const list = await find(actor, { slug });
        require(actor, list, 'delete_list');
        return repository.delete(list.pk);
      });
    },

    /** Reads the actor's favorites (LIST-026). */
    async favorites(actor: Actor): Promise<TaskList[]> {
      const rows = await repository.list(actor, { favoritesOnly: true }, { limit: TASK_LIMITS.favorites });
      return rows.map((row) => toList(actor, row));
    },

    /** Adds a favorite (LIST-027); does nothing if it already is one. */
    async addFavorite(actor: Actor, list: number | string): Promise<TaskList> {
      const pk = typeof list === 'number' ? list : requirePk('TaskList', list);
      await lockedFor(actor, actor.pk, async () => {
        const { favorite } = await find(actor, { pk });
        if (favorite) return;
        // Only visible ones count: the actor cannot see the others to remove them.
        if ((await repository.count(actor, { favoritesOnly: true })) >= TASK_LIMITS.favorites) {
          throw invalid('list_id', `You can have at most ${TASK_LIMITS.favorites} favorites`);
        }
        await repository.addFavorite(actor.pk, pk, clock.now());
      });
      return toList(actor, await find(actor, { pk }));
    },

    /** Removes a favorite (LIST-028); does nothing if it is not one. */
    async removeFavorite(actor: Actor, listPk: number): Promise<void> {
      await repository.removeFavorite(actor.pk, listPk);
    },
  };
}
