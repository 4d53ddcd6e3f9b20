import { NOTE_KINDS, type NoteKind } from '#shared/notes/kinds.ts';
import { DEFAULT_NOTE_ORDER, NOTE_SORTS, type NoteOrder, type NoteSort } from '#shared/notes/orders.ts';
import type { NoteListVariables } from './queries.ts';

/** The search categories (NOTE-010). */
export type SearchCategory = 'subject' | 'body';

/** Whose notes are listed (NOTE-012). */
export type NoteAuthor = 'me' | 'others';

/** The state of the list. All of it is in the URL, so that back, forward and reload restore it. */
export interface NoteListState {
  search: string;
  category: SearchCategory;
  authors: ReadonlySet<NoteAuthor>;
  /** The global id of the student that the notes are about. */
  student: string | null;
  /** Null shows plain notes and meeting notes. */
  kind: NoteKind | null;
  order: NoteOrder;
  size: number;
  after: string | null;
  /** Counted from 1, for the range of rows. */
  page: number;
}

/** The default page size (NOTE-021). */
const DEFAULT_SIZE = 10;
const MAX_SIZE = 100;

/** The first page by default: the viewer's own notes, most recently updated first (NOTE-013, NOTE-015). */
export const defaultListState: NoteListState = {
  search: '',
  category: 'subject',
  authors: new Set(['me']),
  student: null,
  kind: null,
  order: DEFAULT_NOTE_ORDER,
  size: DEFAULT_SIZE,
  after: null,
  page: 1,
};

function readOrder(text: string | null): NoteOrder {
  const sort = text?.replace(/^-/, '');
  return NOTE_SORTS.includes(sort as NoteSort) ? (text as NoteOrder) : DEFAULT_NOTE_ORDER;
}

function readNumber(text: string | null, fallback: number, max: number): number {
  const number = Number(text ?? fallback);
  return Number.isInteger(number) && number >= 1 && number <= max ? number : fallback;
}

/** Returns the default authors: people who cannot write notes start with notes by others. */
export function defaultAuthors(canWrite: boolean): ReadonlySet<NoteAuthor> {
  return canWrite ? defaultListState.authors : new Set(['others']);
}

function sameAuthors(a: ReadonlySet<NoteAuthor>, b: ReadonlySet<NoteAuthor>): boolean {
  return a.size === b.size && [...a].every((author) => b.has(author));
}

/** Reads the state of the list from the URL. Invalid parameters are ignored. */
export function readListState(
  params: URLSearchParams,
  authors: ReadonlySet<NoteAuthor> = defaultListState.authors,
): NoteListState {
  const by = params.get('by');
  return {
    search: params.get('q') ?? '',
    category: params.get('in') === 'body' ? 'body' : 'subject',
    authors:
      by === null
        ? authors
        : new Set(by.split(',').filter((author) => author === 'me' || author === 'others')),
    student: params.get('student'),
    kind: NOTE_KINDS.find((kind) => kind === params.get('kind')) ?? null,
    order: readOrder(params.get('sort')),
    size: readNumber(params.get('size'), DEFAULT_SIZE, MAX_SIZE),
    after: params.get('after'),
    page: params.get('after') === null ? 1 : readNumber(params.get('page'), 2, Number.MAX_SAFE_INTEGER),
  };
}

/** Returns the URL parameters of a state. Defaults are omitted. */
export function writeListState(
  state: NoteListState,
  authors: ReadonlySet<NoteAuthor> = defaultListState.authors,
): URLSearchParams {
  const params = new URLSearchParams();
  if (state.search !== '') params.set('q', state.search);
  if (state.category === 'body') params.set('in', 'body');
  if (!sameAuthors(state.authors, authors)) params.set('by', [...state.authors].sort().join(','));
  if (state.student !== null) params.set('student', state.student);
  if (state.kind !== null) params.set('kind', state.kind);
  if (state.order !== DEFAULT_NOTE_ORDER) params.set('sort', state.order);
  if (state.size !== DEFAULT_SIZE) params.set('size', String(state.size));
  if (state.after !== null) {
    params.set('after', state.after);
    params.set('page', String(state.page));
  }
  return params;
}

/** Returns the variables of the query (NOTE-033). */
export function toListVariables(state: NoteListState): NoteListVariables {
  const search = state.search.trim() === '' ? null : state.search;
  return {
    count: state.size,
    after: state.after,
    student: state.student,
    kind: state.kind,
    title_Icontains: state.category === 'subject' ? search : null,
    body_Icontains: state.category === 'body' ? search : null,
    orderBy: state.order,
    includeSelf: state.authors.has('me'),
    includeOthers: state.authors.has('others'),
  };
}
