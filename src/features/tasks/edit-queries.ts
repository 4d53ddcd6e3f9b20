/** Queries of the dialogs that change tasks, which the dashboard and the popup do not load. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { MoveTaskListsDocument, TasksOfNoteDocument } from '#src/transport/generated/tasks/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { taskKeys } from './queries.ts';

export const taskEditQueries = {
  /** The lists that a task can move to (TASK-036). */
  moveTargets: (taskPk: number, search: string) =>
    queryOptions({
      queryKey: [...taskKeys.all, 'move', taskPk, search],
      queryFn: async ({ signal }) =>
        (await request(MoveTaskListsDocument, { taskPk, search }, signal)).moveAllTaskLists.edges.map(
          ({ node }) => node,
        ),
      placeholderData: keepPreviousData,
    }),

  /** The tasks created from a note. */
  ofNote: (noteId: string) =>
    queryOptions({
      queryKey: [...taskKeys.all, 'note', noteId],
      queryFn: async ({ signal }) => (await request(TasksOfNoteDocument, { noteId }, signal)).tasksOfNote,
    }),
};
