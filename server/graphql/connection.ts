import { AppError } from '#shared/kernel/errors.ts';
import { builder } from './builder.ts';

/** The most entries one answer holds; clients follow the cursors for more (API-009). */
export const MAX_PAGE_SIZE = 500;

/** A page of a list, as Relay's connections have it (API-008). */
export interface Page<Node> {
  /** Must be there when the query selects it. */
  totalCount?: number;
  pageInfo: Pick<PageInfo, 'startCursor' | 'endCursor' | 'hasNextPage' | 'hasPreviousPage'>;
  edges: { readonly cursor: string; node: Node }[];
}

/** The number of entries to answer with: any positive `first` is accepted, the answer is bounded. */
export function pageSize(first: number | null | undefined, max = MAX_PAGE_SIZE): number {
  if (first === null || first === undefined) return max;
  if (first < 1)
    throw new AppError('INVALID_INPUT', 'Ask for at least one entry.', { fields: { first: 'At least 1' } });
  return Math.min(first, max);
}

/** A cursor holds the sort values of its row, the primary key last. */
export type CursorValues = readonly (string | number | boolean | null)[];

export function encodeCursor(values: CursorValues): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * The sort values within a cursor.
 * @param length how many values a cursor of this list has
 * @throws AppError INVALID_INPUT for a cursor of another list or none at all
 */
export function decodeCursor(cursor: string, length: number): CursorValues {
  try {
    const values = JSON.parse(Buffer.from(cursor.slice(0, 2000), 'base64url').toString()) as unknown;
    const isPlain = (value: unknown) =>
      value === null || ['string', 'number', 'boolean'].includes(typeof value);
    if (Array.isArray(values) && values.length === length && values.every(isPlain))
      return values as CursorValues;
  } catch {
    // Falls through to the one error for all malformed cursors.
  }
  throw new AppError('INVALID_INPUT', 'This page marker does not belong to the list.', {
    fields: { after: 'Unknown cursor' },
  });
}

/** An edge whose cursor is made when it is asked for: most queries ask for the nodes alone. */
export class ListEdge<Node, Row = Node> {
  readonly node: Node;
  readonly #row: Row;
  readonly #cursorOf: (row: Row) => CursorValues;

  constructor(node: Node, row: Row, cursorOf: (row: Row) => CursorValues) {
    this.node = node;
    this.#row = row;
    this.#cursorOf = cursorOf;
  }

  get cursor(): string {
    return encodeCursor(this.#cursorOf(this.#row));
  }
}

/** What a page tells of itself; its cursors, too, are made when they are asked for. */
export class PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #edges: readonly { readonly cursor: string }[];

  constructor(
    edges: readonly { readonly cursor: string }[],
    more: { hasNextPage: boolean; hasPreviousPage: boolean },
  ) {
    this.hasNextPage = more.hasNextPage;
    this.hasPreviousPage = more.hasPreviousPage;
    this.#edges = edges;
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null;
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null;
  }
}

/**
 * Makes a page of rows that were read with one more than wanted.
 * @param rows at most `size + 1`
 */
export function toPage<Row, Node>(
  rows: readonly Row[],
  size: number,
  hasPreviousPage: boolean,
  cursorOf: (row: Row) => CursorValues,
  nodeOf: (row: Row) => Node,
): Page<Node> {
  const edges = rows.slice(0, size).map((row) => new ListEdge(nodeOf(row), row, cursorOf));
  return {
    pageInfo: new PageInfo(edges, { hasNextPage: rows.length > size, hasPreviousPage }),
    edges,
  };
}

/**
 * The edge and the connection of a list, named after its node (API-008). Without `withTotalCount` the list is one
 * that nobody counts.
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
