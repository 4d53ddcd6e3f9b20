import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { NoteList } from '#src/features/notes/components/NoteList.tsx';
import { useDeleteDiscardedNotes } from '#src/features/notes/drafts/useDeleteDiscardedNotes.ts';
import { noteEditPath } from '#src/features/notes/components/note-links.ts';
import {
  defaultAuthors,
  type NoteListState,
  readListState,
  toListVariables,
  writeListState,
} from '#src/features/notes/list-state.ts';
import { noteQueries } from '#src/features/notes/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import type { FirstPage } from '../../shell/loading/first-page.ts';
import { useMe } from '../../shell/me.ts';
import { backStateOf } from '../../shell/back-link.ts';

/** The cursors of the previous pages, in the state of the history entry. */
type PagerState = { cursors?: (string | null)[] } | null;

export const handle: FirstPage = {
  loadFirst: (client, me, { search }) => {
    const authors = defaultAuthors(me.capabilities.includes('write_notes'));
    const state = readListState(new URLSearchParams(search), authors);
    return client.prefetchQuery(noteQueries.list(toListVariables(state)));
  },
};

/** /notes/ (NOTE-002). The URL holds the search, filters, order and page. */
export function Component() {
  const me = useMe();
  useDeleteDiscardedNotes(String(me.pk));
  const navigate = useNavigate();
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const canWrite = me.capabilities.includes('write_notes');
  const authors = useMemo(() => defaultAuthors(canWrite), [canWrite]);
  const state = useMemo(() => readListState(params, authors), [params, authors]);
  const cursors = (location.state as PagerState)?.cursors ?? [];
  const students = useQuery({
    ...userQueries.myStudents(),
    enabled: me.capabilities.includes('list_students'),
  });

  const show = useCallback(
    (next: NoteListState, before: (string | null)[], options: { replace?: boolean } = {}) =>
      setParams(writeListState(next, authors), {
        ...options,
        state: { cursors: before },
        preventScrollReset: true,
      }),
    [setParams, authors],
  );

  return (
    <>
      <title>Notes · GoPath</title>
      <NoteList
        viewer={me}
        state={state}
        hasPrevious={state.after !== null}
        students={students.data ?? []}
        onChange={(change) => show({ ...state, after: null, page: 1, ...change }, [])}
        onNext={(after) => show({ ...state, after, page: state.page + 1 }, [...cursors, state.after])}
        onPrevious={(options) => {
          // A page opened by its URL has no previous cursors: show the first page.
          const after = cursors.at(-1) ?? null;
          const page = after === null ? 1 : state.page - 1;
          show({ ...state, after, page }, cursors.slice(0, -1), options);
        }}
        onEdit={(note) => void navigate(noteEditPath(note), { state: backStateOf(location) })}
      />
    </>
  );
}
