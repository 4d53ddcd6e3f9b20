import { decodeCursor, ListEdge, type Page, PageInfo, pageSize } from '../../graphql/connection.ts';

/** How a client asks for a set; the roadmap's limits keep every set within one answer (ROAD-049). */
export interface SetRequest {
  first?: number | null;
  after?: string | null;
}

const byPk = ({ pk }: { pk: number }) => [pk];

/** The edge of an entry. */
export function edgeOf<Node extends { pk: number }>(node: Node): Page<Node>['edges'][number] {
  return new ListEdge(node, node, byPk);
}

/** A page of a set that was read whole. */
export function pageOf<Node extends { pk: number }>(
  nodes: readonly Node[],
  { first, after }: SetRequest,
): Page<Node> {
  const start = after == null ? 0 : nodes.findIndex((node) => node.pk === decodeCursor(after, 1)[0]) + 1;
  const end = start + pageSize(first);
  const edges = nodes.slice(start, end).map(edgeOf);
  return {
    totalCount: nodes.length,
    pageInfo: new PageInfo(edges, { hasNextPage: end < nodes.length, hasPreviousPage: start > 0 }),
    edges,
  };
}

/** The fields that a change names; null stands for leaving a field as it is. */
export function given<Change extends object>(change: Change): Partial<Change> {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<Change>;
}
