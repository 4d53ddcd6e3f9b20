import { z } from 'zod';
import { cursor, cursorPk } from '../../lib/cursors.ts';
import { ListEdge, type Page, PageInfo, pageSize } from '../../lib/pages.ts';

/** How a client asks for a set; the roadmap's limits keep every set within one answer (ROAD-049). */
export interface SetRequest {
  first?: number | null;
  after?: string | null;
}

const entryCursor = cursor('roadmap entries', z.tuple([cursorPk]));

const cursorOf = ({ pk }: { pk: number }) => entryCursor.encode([pk]);

/** The edge of an entry. */
export function edgeOf<Node extends { pk: number }>(node: Node): Page<Node>['edges'][number] {
  return new ListEdge(node, node, cursorOf);
}

/** A page of a set that was read whole. */
export function pageOf<Node extends { pk: number }>(
  nodes: readonly Node[],
  { first, after }: SetRequest,
): Page<Node> {
  const [afterPk] = entryCursor.decode(after) ?? [];
  const start = nodes.findIndex(({ pk }) => pk === afterPk) + 1;
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
