import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { NoteList, noteEditPath } from '#src/features/notes/components/NoteList.tsx';
import { type NoteListState, readListState, writeListState } from '#src/features/notes/list-state.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { useMe } from '../shell/me.ts';
import { here } from '../shell/back-link.ts';

/** The cursors of the pages before this one, kept with the entry of the browser's history. */
type PagerState = { cursors?: (string | null)[] } | null;

/** /notes/ (NOTE-002): what is searched, filtered, sorted and which page it is stand in the address. */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readListState(params), [params]);
  const cursors = (location.state as PagerState)?.cursors ?? [];
  const students = useQuery({ ...userQueries.myStudents(), enabled: state.student !== null });

  const show = useCallback(
    (next: NoteListState, before: (string | null)[]) =>
      setParams(writeListState(next), { state: { cursors: before }, preventScrollReset: true }),
    [setParams],
  );

  return (
    <>
      <title>Notes · GoPath</title>
      <NoteList
        viewer={me}
        state={state}
        hasPrevious={state.after !== null}
        studentName={students.data?.find(({ id }) => id === state.student)?.fullName}
        onChange={(change) => show({ ...state, after: null, page: 1, ...change }, [])}
        onNext={(after) => show({ ...state, after, page: state.page + 1 }, [...cursors, state.after])}
        onPrevious={() => {
          // A page opened by its address alone does not know the one before: then the first.
          const after = cursors.at(-1) ?? null;
          show({ ...state, after, page: after === null ? 1 : state.page - 1 }, cursors.slice(0, -1));
        }}
        onEdit={(note) => void navigate(noteEditPath(note), { state: here(location) })}
      />
    </>
  );
}
