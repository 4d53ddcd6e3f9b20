import { z } from 'zod';
import { type Cursor, cursor, cursorPk } from '../../lib/cursors.ts';
import { ListEdge, type Page, PageInfo, pageSize } from '../../lib/pages.ts';

/** A request for a page of a set; the roadmap's limits keep every set within one page (ROAD-049). */
export interface SetRequest {
  first?: number | null;
  after?: string | null;
}

const SETS = [
  'courses',
  'exams',
  'majorInterests',
  'classGrades',
  'satScores',
  'actScores',
  'examScores',
  'activities',
  'colleges',
] as const;
type SetName = (typeof SETS)[number];

/** One per set: a cursor of another set is rejected. */
const cursors = Object.fromEntries(
  SETS.map((set) => [set, cursor(set, z.tuple([cursorPk]))]),
) as unknown as Record<SetName, Cursor<[pk: number]>>;

/** Returns the edge of an entry. */
export function edgeOf<Node extends { pk: number }>(set: SetName, node: Node): Page<Node>['edges'][number] {
  return new ListEdge(node, node, ({ pk }) => cursors[set].encode([pk]));
}

/** Returns a page of a completely loaded set. */
export function pageOf<Node extends { pk: number }>(
  set: SetName,
  nodes: readonly Node[],
  { first, after }: SetRequest,
): Page<Node> {
  const [afterPk] = cursors[set].decode(after) ?? [];
  const start = nodes.findIndex(({ pk }) => pk === afterPk) + 1;
  const end = start + pageSize(first);
  const edges = nodes.slice(start, end).map((node) => edgeOf(set, node));
  return {
    totalCount: nodes.length,
    pageInfo: new PageInfo(edges, { hasNextPage: end < nodes.length, hasPreviousPage: start > 0 }),
    edges,
  };
}
