import { useQuery } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { NoteKind } from '#shared/notes/kinds.ts';
import type { NoteOrder } from '#shared/notes/orders.ts';
import type { Me } from '#shared/users/responses.ts';
import { truncate } from '#src/lib/truncate.ts';
import { useConcurrentData } from '#src/lib/queries/useConcurrentData.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import { CursorPager } from '#src/ui/navigation/CursorPager.tsx';
import { DataTable, type DataTableColumn } from '#src/ui/display/DataTable.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { MultiSelect } from '#src/ui/fields/MultiSelect.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import {
  defaultListState,
  type NoteAuthor,
  type NoteListState,
  type SearchCategory,
  toListVariables,
} from '../list-state.ts';
import { noteQueries, type NoteSummary } from '../queries.ts';
import { EmptyNoteList } from './EmptyNoteList.tsx';
import { ExpandedNote } from './ExpandedNote.tsx';
import { useDeleteNotesDialog } from './useDeleteNotesDialog.tsx';
import { useSendMeetingNote } from './useSendMeetingNote.tsx';

const AUTHORS = [
  { value: 'me', label: 'Created by me' },
  { value: 'others', label: 'Created by others' },
];

const KINDS = [
  { value: '', label: 'All notes' },
  { value: 'MEETING_NOTE', label: 'Meeting notes' },
  { value: 'UNSENT_MEETING_NOTE', label: 'Not sent' },
];

const CATEGORIES = [
  { value: 'subject', label: 'Subject' },
  { value: 'body', label: 'Body' },
];

const number = onFirstUse(() => new Intl.NumberFormat());

function SentBadge({ sent }: { sent: boolean }) {
  return sent ? <Badge tone="success">Sent</Badge> : <Badge tone="warning">Not sent</Badge>;
}

/** Formats a name on one line. */
function person(user: { fullName: string } | null | undefined) {
  if (!user) return null;
  return (
    <span title={user.fullName} className="align-bottom @2xl:inline-block @2xl:max-w-36 @2xl:truncate">
      {user.fullName}
    </span>
  );
}

function columnsOf(viewer: Pick<Me, 'capabilities'>): DataTableColumn<NoteSummary>[] {
  const canWrite = viewer.capabilities.includes('write_notes');
  const columns: DataTableColumn<NoteSummary>[] = [
    {
      id: 'title',
      header: 'Subject',
      sortable: true,
      primary: true,
      cell: (note) => (
        <Link
          to={paths.note(note.pk)}
          title={note.title}
          className="rounded-control hover:text-accent-text hover:underline @max-2xl:block @max-2xl:truncate"
        >
          {truncate(note.title)}
        </Link>
      ),
    },
    {
      id: 'createdAt',
      header: 'Created At',
      sortable: true,
      wide: true,
      stacked: 'hidden',
      cell: (note) => <Moment value={note.createdAt} />,
    },
    {
      id: 'updatedAt',
      stacked: 'value',
      header: 'Updated At',
      sortable: true,
      cell: (note) => <Moment value={note.updatedAt} />,
    },
    {
      id: 'sent',
      stacked: 'value',
      header: 'Sent',
      sortable: true,
      cell: (note) => note.meetingNote && <SentBadge sent={note.meetingNote.sent} />,
    },
    {
      id: 'createdBy',
      header: 'Created By',
      sortable: true,
      wide: canWrite,
      stacked: canWrite ? 'hidden' : 'value',
      cell: (note) => person(note.user),
    },
    {
      id: 'student',
      header: 'Student',
      sortable: true,
      stacked: canWrite ? 'value' : 'hidden',
      cell: (note) => person(note.student),
    },
    {
      id: 'mentor',
      header: 'Mentor',
      sortable: true,
      stacked: 'hidden',
      cell: (note) => person(note.mentor),
    },
  ];
  // The student column (NOTE-016).
  return columns.filter(({ id }) => id !== 'student' || viewer.capabilities.includes('list_students'));
}

/** The search text and where to search (NOTE-010, NOTE-011). */
function NoteSearch({
  state,
  onChange,
}: {
  state: NoteListState;
  onChange: (change: Partial<NoteListState>) => void;
}) {
  const [search, setSearch] = useState(state.search);
  return (
    <form
      role="search"
      aria-label="Notes"
      className="flex min-w-0 flex-1 basis-64 gap-2 md:max-w-lg"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ search: search.trim() });
      }}
    >
      <Select
        label="Search in"
        hideLabel
        className="w-28 shrink-0"
        options={CATEGORIES}
        value={state.category}
        onChange={(event) => onChange({ category: event.target.value as SearchCategory })}
      />
      <TextField
        label="Search notes"
        hideLabel
        type="search"
        enterKeyHint="search"
        className="flex-1"
        icon={<Search />}
        placeholder="Search notes"
        maxLength={200}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          if (event.target.value === '' && state.search !== '') onChange({ search: '' });
        }}
      />
    </form>
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
  onPrevious: () => void;
  onEdit: (note: NoteSummary) => void;
}) {
  const query = useQuery(noteQueries.list(toListVariables(state)));
  const { error, isFetching, isPlaceholderData, refetch } = query;
  const data = useConcurrentData(query.data);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const send = useSendMeetingNote();
  const remove = useDeleteNotesDialog({
    onDeleted: (ids) => setSelected((before) => new Set([...before].filter((id) => !ids.includes(id)))),
  });

  const notes = data?.edges.map(({ node }) => node) ?? [];
  const chosen = notes.filter(({ id }) => selected.has(id));
  const readOnly = useReadOnlyReason();
  const canWrite = viewer.capabilities.includes('write_notes');
  const studentOptions = students.map(({ id, fullName }) => ({ value: id, label: fullName }));
  if (state.student !== null && !students.some(({ id }) => id === state.student)) {
    studentOptions.push({ value: state.student, label: 'One student' });
  }
  const descending = state.order.startsWith('-');
  const from = (state.page - 1) * state.size + 1;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">
          Notes{' '}
          {data !== undefined && (
            <span className="font-normal text-muted tabular-nums">
              ({number().format(data.totalCount)}
              {data.totalCountIsExact ? '' : '+'})
            </span>
          )}
        </h1>
        {canWrite && readOnly === undefined && (
          <Link to={paths.newNote} className={buttonClass('primary')}>
            <Plus aria-hidden className="size-4" />
            Create Note
          </Link>
        )}
      </header>
      <div className="flex flex-wrap items-start gap-2">
        <NoteSearch key={state.search} state={state} onChange={onChange} />
        <MultiSelect
          label="Filter Users"
          options={AUTHORS}
          value={state.authors}
          onChange={(authors) => onChange({ authors: authors as Set<NoteAuthor> })}
        />
        <Select
          label="Show"
          hideLabel
          className="max-md:grow"
          options={KINDS.filter(({ value }) => canWrite || value !== 'UNSENT_MEETING_NOTE')}
          value={state.kind ?? ''}
          onChange={(event) => onChange({ kind: (event.target.value || null) as NoteKind | null })}
        />
        {(studentOptions.length > 0 || state.student !== null) && (
          <Select
            label="Student"
            hideLabel
            className="max-md:grow md:max-w-52"
            options={[{ value: '', label: 'All students' }, ...studentOptions]}
            value={state.student ?? ''}
            onChange={(event) => onChange({ student: event.target.value || null })}
          />
        )}
      </div>
      {chosen.length > 0 && (
        <div
          role="toolbar"
          aria-label="Selected notes"
          className="flex flex-wrap items-center gap-2 rounded-card bg-accent-soft px-3 py-2"
        >
          <span role="status" className="mr-auto font-medium text-accent-text">
            {chosen.length} selected
          </span>
          <Button onClick={() => setSelected(new Set())}>Clear selection</Button>
          <Button variant="danger" onClick={() => remove.ask(chosen)}>
            Delete
          </Button>
        </div>
      )}
      {error !== null && data === undefined ? (
        <ErrorState
          {...(state.search === '' ? {} : { title: 'Search error' })}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <div className="rounded-card border bg-surface">
          <DataTable
            label="Notes"
            columns={columnsOf(viewer)}
            rows={notes}
            rowId={({ id }) => id}
            rowLabel={({ title }) => title}
            sort={{ column: state.order.replace(/^-/, ''), direction: descending ? 'desc' : 'asc' }}
            onSort={({ column, direction }) =>
              onChange({ order: `${direction === 'desc' ? '-' : ''}${column}` as NoteOrder })
            }
            loading={data === undefined || isPlaceholderData}
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
          onPrevious={onPrevious}
          onNext={() => data.pageInfo.endCursor !== null && onNext(data.pageInfo.endCursor)}
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
