import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import type { NoteOrder } from '#shared/notes/orders.ts';
import type { Me } from '#shared/users/responses.ts';
import { useConcurrentData } from '#src/lib/queries/useConcurrentData.ts';
import { useLeaveEmptyPage } from '#src/lib/queries/useLeaveEmptyPage.ts';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import { CursorPager } from '#src/ui/navigation/CursorPager.tsx';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import { defaultListState, type NoteListState, toListVariables } from '../list-state.ts';
import { noteQueries, type NoteSummary } from '../queries.ts';
import { EmptyNoteList } from './EmptyNoteList.tsx';
import { ExpandedNote } from './ExpandedNote.tsx';
import { noteColumns } from './note-columns.tsx';
import { NoteFilters } from './NoteFilters.tsx';
import { useDeleteNotesDialog } from './useDeleteNotesDialog.tsx';
import { useSendMeetingNote } from './useSendMeetingNote.tsx';

const number = onFirstUse(() => new Intl.NumberFormat());

type Count = { totalCount: number; totalCountIsExact: boolean };

function Header({ count, canCreate }: { count: Count | undefined; canCreate: boolean }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold">
        Notes{' '}
        {count !== undefined && (
          <span className="font-normal text-muted tabular-nums">
            ({number().format(count.totalCount)}
            {count.totalCountIsExact ? '' : '+'})
          </span>
        )}
      </h1>
      {canCreate && (
        <Link to={paths.newNote} className={buttonClass('primary')}>
          <Plus aria-hidden className="size-4" />
          Create Note
        </Link>
      )}
    </header>
  );
}

/** The actions for the selected notes. */
function SelectedNotes({
  count,
  onClear,
  onDelete,
}: {
  count: number;
  onClear: () => void;
  onDelete: () => void;
}) {
  return (
    <div
      role="toolbar"
      aria-label="Selected notes"
      className="flex flex-wrap items-center gap-2 rounded-card bg-accent-soft px-3 py-2"
    >
      <span role="status" className="mr-auto font-medium text-accent-text">
        {count} selected
      </span>
      <Button onClick={onClear}>Clear selection</Button>
      <Button variant="danger" onClick={onDelete}>
        Delete
      </Button>
    </div>
  );
}

/** The list of notes (NOTE-008 to NOTE-021). Its state is in the URL, which the route reads and writes. */
export function NoteList({
  viewer,
  state,
  hasPrevious,
  students,
  onChange,
  onNext,
  onPrevious,
  onEdit,
}: {
  viewer: Pick<Me, 'pk' | 'capabilities'>;
  state: NoteListState;
  hasPrevious: boolean;
  /** The students that the list can be filtered by. */
  students: readonly { id: string; fullName: string }[];
  /** Shows the first page with another search, filter, order or size. */
  onChange: (change: Partial<NoteListState>) => void;
  onNext: (cursor: string) => void;
  /** @param options replace: Back does not return to the current page, which is empty */
  onPrevious: (options?: { replace: boolean }) => void;
  onEdit: (note: NoteSummary) => void;
}) {
  const query = useQuery(noteQueries.list(toListVariables(state)));
  const { error, isFetching, isPlaceholderData, refetch } = query;
  const data = useConcurrentData(query.data);
  // The address can be mistyped, or of an older version.
  const isInvalidPage = state.after !== null && error instanceof AppError && error.code === 'INVALID_INPUT';
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const send = useSendMeetingNote();
  const remove = useDeleteNotesDialog({
    viewerPk: viewer.pk,
    onDeleted: (ids) => setSelected((before) => new Set([...before].filter((id) => !ids.includes(id)))),
  });

  const notes = data?.edges.map(({ node }) => node) ?? [];
  const isLeaving = useLeaveEmptyPage(isPlaceholderData ? undefined : data?.edges.length, {
    hasPrevious,
    onPrevious: () => onPrevious({ replace: true }),
  });
  const chosen = notes.filter(({ id }) => selected.has(id));
  const readOnly = useReadOnlyReason();
  const canWrite = viewer.capabilities.includes('write_notes');
  const descending = state.order.startsWith('-');
  const from = (state.page - 1) * state.size + 1;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Header count={data} canCreate={canWrite && readOnly === undefined} />
      <NoteFilters {...{ state, students, canWrite, onChange }} />
      {chosen.length > 0 && (
        <SelectedNotes
          count={chosen.length}
          onClear={() => setSelected(new Set())}
          onDelete={() => remove.ask(chosen)}
        />
      )}
      {error !== null && data === undefined ? (
        <ErrorState
          title={state.search === '' ? undefined : 'Search error'}
          onRetry={() => (isInvalidPage ? onChange({}) : void refetch())}
          retrying={isFetching}
        />
      ) : (
        <div className="rounded-card border bg-surface">
          <DataTable
            label="Notes"
            columns={noteColumns(viewer)}
            rows={notes}
            rowId={({ id }) => id}
            rowLabel={({ title }) => title}
            sort={{ column: state.order.replace(/^-/, ''), direction: descending ? 'desc' : 'asc' }}
            onSort={({ column, direction }) =>
              onChange({ order: `${direction === 'desc' ? '-' : ''}${column}` as NoteOrder })
            }
            loading={data === undefined || isPlaceholderData || isLeaving}
            skeletonRows={state.size === defaultListState.size ? 10 : 5}
            empty={<EmptyNoteList {...{ state, canWrite, onChange }} />}
            {...(canWrite ? { selected, onSelect: setSelected } : {})}
            renderExpanded={(note) => (
              <ExpandedNote
                note={note}
                isAuthor={note.user.pk === viewer.pk}
                send={send}
                onEdit={() => onEdit(note)}
                onDelete={() => remove.ask([note])}
              />
            )}
          />
        </div>
      )}
      {data !== undefined && data.totalCount > 0 && (
        <CursorPager
          hasPrevious={hasPrevious}
          hasNext={data.pageInfo.hasNextPage}
          onPrevious={() => onPrevious()}
          onNext={() => {
            // The cursor of a placeholder is of another page or other filters.
            if (!isPlaceholderData && data.pageInfo.endCursor !== null) onNext(data.pageInfo.endCursor);
          }}
          pageSize={state.size}
          onPageSize={(size) => onChange({ size })}
          range={{
            from,
            to: from + notes.length - 1,
            ...(data.totalCountIsExact ? { total: data.totalCount } : {}),
          }}
        />
      )}
      {send.dialog}
      {remove.dialog}
    </div>
  );
}
