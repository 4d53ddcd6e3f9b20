import { queryOptions } from '@tanstack/react-query';
import { AppError } from '#shared/kernel/errors.ts';
import { TaskListDocument } from '#src/transport/generated/tasks/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { withWaitingMoves } from './cached-order.ts';
import { taskKeys } from './queries.ts';

/** A list by its slug: on a person's pages their list, otherwise the viewer's (LIST-001, LIST-002). */
export function listPageQuery(slug: string, userPk: number | null) {
  return queryOptions({
    queryKey: [...taskKeys.list(slug), userPk],
    queryFn: async ({ client, signal }) => {
      const { allTaskLists } = await request(TaskListDocument, { slug, userPk }, signal);
      const [edge] = allTaskLists.edges;
      // An empty result means that the list does not exist (API-012).
      if (edge === undefined) throw new AppError('NOT_FOUND', 'The list could not be found.');
      return withWaitingMoves(client, edge.node);
    },
  });
}
