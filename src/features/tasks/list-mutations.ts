import { useMutation, useQueryClient } from '@tanstack/react-query';
import { calendarFeed } from '#shared/calendar/responses.ts';
import {
  deletedList,
  deletedTask,
  listResponse,
  type ListResponse,
  removedFavorite,
  restoredTask,
  templatedList,
} from '#shared/tasks/responses.ts';
import type { UpdateListInput } from '#shared/tasks/schema.ts';
import { deleteDraftsAbout } from '#src/lib/drafts/delete-drafts.ts';
import { useIdempotentMutation } from '#src/lib/queries/useIdempotentMutation.ts';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { listKeys } from './list-queries.ts';
import { type TaskToChange, undo } from './mutations.ts';
import { taskKeys, type TaskListPage } from './queries.ts';
import { taskDraft } from './task-draft.ts';

/** Creates a list (LIST-022). @param userPk the owner; null for the viewer */
export function useCreateList() {
  const create = useIdempotentMutation(
    ({ name, userPk }: { name: string; userPk: number | null }, idempotencyKey) =>
      requestRest(listResponse, {
        endpoint: 'createList',
        body: { name, user_id: userPk, idempotency_key: idempotencyKey },
      }),
  );
  return useMutation({
    mutationFn: create,
    onSuccess: (list) => showSuccess(`Added ${list.name}`),
  });
}

/** Renames a list or changes who can see it (LIST-023). */
export function useUpdateList(slug: string) {
  return useMutation({
    mutationFn: (change: UpdateListInput) =>
      requestRest(listResponse, { endpoint: 'updateList', params: { slug }, body: change }),
  });
}

/** Deletes a list (LIST-024), and the drafts of its tasks on this device. */
export function useDeleteList(viewerPk: number) {
  return useMutation({
    mutationFn: (list: Pick<TaskListPage, 'pk' | 'slug' | 'name'>) =>
      requestRest(deletedList, { endpoint: 'deleteList', params: { slug: list.slug } }),
    onSuccess: ({ tasks }, { pk, name }) => {
      deleteDraftsAbout(String(viewerPk), [taskDraft.newTask(pk), ...tasks.map(taskDraft.task)]);
      showSuccess(`Deleted ${name}`);
    },
    onError: (_error, list) => showError(`Failed to delete ${list.name}`),
  });
}

/** Adds or removes a favorite (LIST-027, LIST-028): optimistic, rolled back when the server refuses. */
export function useToggleFavorite() {
  const client = useQueryClient();
  return useMutation<unknown, Error, { pk: number; slug: string; isFavorite: boolean }>({
    mutationFn: ({ pk, isFavorite }) =>
      isFavorite
        ? requestRest(removedFavorite, { endpoint: 'removeFavorite', params: { pk } })
        : requestRest(listResponse, { endpoint: 'addFavorite', body: { list_id: pk } }),
    onMutate: ({ pk, slug, isFavorite }) => {
      void client.cancelQueries({ queryKey: taskKeys.list(slug) });
      client.setQueriesData<TaskListPage>(
        { queryKey: taskKeys.list(slug) },
        (list) => list && { ...list, favorites: isFavorite ? [] : [pk] },
      );
      client.setQueryData<ListResponse[]>(listKeys.favorites(), (lists) =>
        isFavorite ? lists?.filter((list) => list.pk !== pk) : lists,
      );
    },
    onError: (_error, { isFavorite }) => {
      void client.invalidateQueries();
      showError(`Failed to ${isFavorite ? 'remove from' : 'add to'} Favorites`);
    },
  });
}

/** Adds a templated list for a student (LIST-030). */
export function useAddTemplatedList() {
  const create = useIdempotentMutation(
    ({ userPk, templatePk }: { userPk: number; templatePk: number }, idempotencyKey) =>
      requestRest(listResponse, {
        endpoint: 'addTemplatedList',
        body: {
          target_user_pk: userPk,
          templated_list_pk: templatePk,
          idempotency_key: idempotencyKey,
        },
      }),
  );
  return useMutation({
    mutationFn: create,
    onSuccess: (list) => showSuccess(`Added ${list.name}`),
    onError: () => showError('Failed to add the templated list, please try again later or contact support'),
  });
}

/** Saves a list as a template of this mentor. */
export function useMakeTemplate() {
  return useMutation({
    mutationFn: ({ slug, title }: { slug: string; title: string }) =>
      requestRest(templatedList, { endpoint: 'makeListTemplate', params: { slug }, body: { title } }),
    onSuccess: (template) => showSuccess(`Saved ${template.title} as a templated list`),
  });
}

/** A task with the steps that are deleted with it. */
type TaskToDelete = TaskToChange & { children: readonly { pk: number }[] };

/** Returns the subjects of the drafts of a task and its steps. */
function draftsOf({ pk, children }: Pick<TaskToDelete, 'pk' | 'children'>): string[] {
  return [pk, ...children.map((step) => step.pk)].map(taskDraft.task);
}

/** Deletes a task (TASK-035), and its drafts on this device; can be undone for 10 s. */
export function useDeleteTask(viewerPk: number) {
  const restore = useMutation({
    mutationFn: ({ task }: { task: TaskToDelete; restoreDrafts: () => Promise<void> }) =>
      requestRest(restoredTask, { endpoint: 'restoreTask', params: { pk: task.pk } }),
    onSuccess: (_answer, { restoreDrafts }) => restoreDrafts(),
    onError: (_error, { task }) => showError(`Could not restore ${task.name}`),
  });
  return useMutation({
    mutationFn: (task: TaskToDelete) =>
      requestRest(deletedTask, { endpoint: 'deleteTask', params: { pk: task.pk } }),
    onSuccess: (_answer, task) => {
      const restoreDrafts = deleteDraftsAbout(String(viewerPk), draftsOf(task));
      showSuccess(
        `Deleted ${task.name}`,
        undo(() => restore.mutate({ task, restoreDrafts })),
      );
    },
    onError: (_error, task) => showError(`Failed to delete ${task.name}`),
  });
}

/** Creates or replaces the calendar link, changes its content, or revokes it. */
export function useCalendarFeedActions() {
  const client = useQueryClient();
  const keep = (feed: unknown) => client.setQueryData(listKeys.calendarFeed(), feed);
  const onError = () => showError('Failed to update the calendar link');
  const create = useMutation({
    mutationFn: (titlesOnly: boolean) =>
      requestRest(calendarFeed, { endpoint: 'createCalendarFeed', body: { titles_only: titlesOnly } }),
    onError,
  });
  const change = useMutation({
    mutationFn: (titlesOnly: boolean) =>
      requestRest(calendarFeed, { endpoint: 'changeCalendarFeed', body: { titles_only: titlesOnly } }),
    onSuccess: keep,
    onError,
  });
  const revoke = useMutation({
    mutationFn: () => requestRest(calendarFeed, { endpoint: 'revokeCalendarFeed' }),
    onSuccess: keep,
    onError,
  });
  return { create, change, revoke };
}
