import type { Page } from '../lib/pages.ts';
import { builder } from './builder.ts';

/**
 * Creates the edge and connection types of a list, named after its node (API-008).
 * @param withTotalCount false for a list that is never counted
 */
export function connectionTypes<Node extends object>(
  name: string,
  node: ReturnType<typeof builder.objectRef<Node>>,
  { withTotalCount = true }: { withTotalCount?: boolean } = {},
) {
  const Edge = builder.objectRef<Page<Node>['edges'][number]>(`${name}Edge`);
  Edge.implement({
    fields: (t) => ({
      cursor: t.exposeString('cursor'),
      node: t.expose('node' as never, { type: node }),
    }),
  });
  const Connection = builder.objectRef<Page<Node>>(`${name}Connection`);
  Connection.implement({
    fields: (t) => ({
      ...(withTotalCount ? { totalCount: t.exposeInt('totalCount' as never) } : {}),
      pageInfo: t.expose('pageInfo', { type: builder.pageInfoRef() }),
      edges: t.expose('edges', { type: [Edge] }),
    }),
  });
  return { Edge, Connection };
}
