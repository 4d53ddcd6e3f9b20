import { invalid } from '#shared/kernel/errors.ts';

/** The maximum number of entries in one response; clients follow the cursors for more (API-009). */
export const MAX_PAGE_SIZE = 500;

/** A page of a list in Relay's form (API-008). */
export interface Page<Node> {
  /** Required when the query selects it. */
  totalCount?: number;
  pageInfo: Pick<PageInfo, 'startCursor' | 'endCursor' | 'hasNextPage' | 'hasPreviousPage'>;
  edges: { readonly cursor: string; node: Node }[];
}

/** Returns the number of entries to return: any positive `first` is valid, and the response is bounded. */
export function pageSize(first: number | null | undefined, max = MAX_PAGE_SIZE): number {
  if (first === null || first === undefined) return max;
  if (first < 1) throw invalid('first', 'Ask for at least one entry.');
  return Math.min(first, max);
}

/** The limits that {@link rowLimit} chooses from. */
const ROW_LIMITS = [6, 11, 26, 51, 101, 201, MAX_PAGE_SIZE + 1];

/**
 * Returns the LIMIT of a statement that reads a page of this size: at least one row more, which shows whether there is a
 * next page. For a limit in the SQL text, where each value is another prepared statement, so there are only a few.
 */
export function rowLimit(size: number): number {
  return ROW_LIMITS.find((limit) => limit > size) as number;
}

/** An edge that encodes its cursor on demand: most queries only select the nodes. */
export class ListEdge<Node, Row = Node> {
  readonly node: Node;
  readonly #row: Row;
  readonly #cursorOf: (row: Row) => string;

  constructor(node: Node, row: Row, cursorOf: (row: Row) => string) {
    this.node = node;
    this.#row = row;
    this.#cursorOf = cursorOf;
  }

  get cursor(): string {
    return this.#cursorOf(this.#row);
  }
}

/** Relay's PageInfo, which encodes its cursors on demand. */
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

/** How {@link toPage} makes a page. */
export interface PageOptions<Row, Node> {
  size: number;
  hasPreviousPage: boolean;
  cursorOf: (row: Row) => string;
  nodeOf: (row: Row) => Node;
}

/** Creates a page. @param rows the rows of the page, and at least one more if there is a next page */
export function toPage<Row, Node>(
  rows: readonly Row[],
  { size, hasPreviousPage, cursorOf, nodeOf }: PageOptions<Row, Node>,
): Page<Node> {
  const edges = rows.slice(0, size).map((row) => new ListEdge(nodeOf(row), row, cursorOf));
  return {
    pageInfo: new PageInfo(edges, { hasNextPage: rows.length > size, hasPreviousPage }),
    edges,
  };
}
