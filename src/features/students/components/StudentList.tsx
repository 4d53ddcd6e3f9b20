import { useQuery } from '@tanstack/react-query';
import { GraduationCap, Plus, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { YEAR_OPTIONS } from '#shared/kernel/year-choices.ts';
import { type Year, YEAR_NAMES } from '#shared/kernel/years.ts';
import { gpaText } from '#src/lib/gpa-text.ts';
import { useCursorPages } from '#src/lib/queries/useCursorPages.ts';
import { useLeaveEmptyPage } from '#src/lib/queries/useLeaveEmptyPage.ts';
import { useDebounced } from '#src/lib/timing/useDebounced.ts';
import { useKeptState } from '#src/lib/useKeptState.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import { CursorPager } from '#src/ui/navigation/CursorPager.tsx';
import type { DataTableColumn, Sort } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { MultiSelect } from '#src/ui/fields/MultiSelect.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { YearBadge } from '#src/ui/display/YearBadge.tsx';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import { AttentionBadges } from './AttentionBadges.tsx';
import { studentQueries, type StudentSummary, type StudentTableRow } from '../queries.ts';

const number = onFirstUse(() => new Intl.NumberFormat());

type CreateFor = (student: StudentSummary) => void;

/** The year of the roadmap, 'Create Roadmap' or 'N/A' (STUD-010). */
function YearCell({ student, onCreate }: { student: StudentTableRow; onCreate: CreateFor }) {
  if (student.roadmap !== null) {
    return (
      <Link
        to={paths.roadmap(student.pk)}
        aria-label={`Roadmap of ${student.fullName}: ${YEAR_NAMES[student.roadmap.year]}`}
        className="touch-target rounded-full"
      >
        <YearBadge year={student.roadmap.year} />
      </Link>
    );
  }
  if (!student.permissions.includes('add_roadmap')) return <span className="text-muted">N/A</span>;
  return (
    <button type="button" className="touch-target rounded-full" onClick={() => onCreate(student)}>
      <Badge tone="neutral" icon={<Plus aria-hidden />}>
        Create Roadmap
      </Badge>
    </button>
  );
}

/** The points of the rating, 'Create SPR' or 'N/A' (STUD-013). */
function PointsCell({ student, onCreate }: { student: StudentTableRow; onCreate: CreateFor }) {
  const rating = student.studentprofilerating;
  if (rating !== null) {
    return (
      <Link
        to={paths.studentProfileRating(student.pk)}
        aria-label={`Profile rating of ${student.fullName}: ${rating.points}`}
        className="touch-target rounded-control tabular-nums hover:text-accent-text"
      >
        {number().format(rating.points)}
      </Link>
    );
  }
  if (!student.permissions.includes('add_studentprofilerating')) {
    return <span className="text-muted">N/A</span>;
  }
  return (
    <Button className="h-7 px-2" onClick={() => onCreate(student)}>
      Create SPR
    </Button>
  );
}

/** What the cells of a student show and do. */
interface CellProps {
  /** When a mentor last did something for a student. */
  lastContact: (at: string | null) => ReactNode;
  /** The pin toggle of a row, for people who can pin. */
  pin?: ((student: StudentSummary) => ReactNode) | undefined;
  onCreateRoadmap: CreateFor;
  onCreateRating: CreateFor;
}

function columnsOf({
  lastContact,
  pin,
  onCreateRoadmap,
  onCreateRating,
}: CellProps): DataTableColumn<StudentTableRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      sortable: true,
      primary: true,
      cell: (student) => (
        <span className="flex min-w-0 items-center gap-2.5 @2xl:min-w-36">
          <Avatar name={student.fullName} picture={student.picture} />
          <Link to={paths.user(student.pk)} className="rounded-control wrap-anywhere hover:text-accent-text">
            {student.fullName}
          </Link>
        </span>
      ),
    },
    {
      id: 'year',
      header: 'Year',
      sortable: true,
      cell: (student) => <YearCell student={student} onCreate={onCreateRoadmap} />,
    },
    {
      id: 'points',
      header: 'Student Profile Rating',
      sortable: true,
      cell: (student) => <PointsCell student={student} onCreate={onCreateRating} />,
    },
    {
      id: 'gpa',
      header: 'GPA',
      wide: true,
      numeric: true,
      cell: ({ overview }) => (overview?.gpa == null ? null : gpaText(overview.gpa)),
    },
    {
      id: 'lastContact',
      header: 'Last contact',
      wide: true,
      cell: ({ overview }) => lastContact(overview?.lastInteraction?.createdAt ?? null),
    },
    {
      id: 'nextMeeting',
      header: 'Next meeting',
      wide: true,
      cell: ({ overview }) =>
        overview?.nextMeetingAt == null ? null : <Moment value={overview.nextMeetingAt} />,
    },
    {
      id: 'attention',
      header: 'Needs attention',
      sortable: true,
      cell: ({ overview }) =>
        overview === null || overview.attention.length === 0 ? null : (
          <AttentionBadges reasons={overview.attention} />
        ),
    },
    ...(pin === undefined ? [] : [{ id: 'pin', header: 'Pin', corner: true, cell: pin }]),
  ];
}

/** The list of students (STUD-005 to STUD-021). Sorted, filtered and paged by the server. */
export function StudentList({
  canAddStudent,
  onOpen,
  ...cells
}: CellProps & {
  canAddStudent: boolean;
  onOpen: (student: StudentSummary) => void;
}) {
  const [years, setYears] = useKeptState<ReadonlySet<string>>('years', new Set());
  const [q, setQ] = useKeptState('search', '');
  const [sort, setSort] = useKeptState<Sort>('sort', { column: 'name', direction: 'asc' });
  const filters = {
    q,
    years: [...years] as Year[],
    orderBy: `${sort.direction === 'desc' ? '-' : ''}${sort.column}`,
  };
  const { page, from, previous, pagerProps } = useCursorPages(filters, 50);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    studentQueries.list({ ...page, ...filters }),
  );
  const isLeaving = useLeaveEmptyPage(isPlaceholderData ? undefined : data?.edges.length, previous);
  const search = useDebounced((typed: string) => setQ(typed.trim()));
  const students = data?.edges.map(({ node }) => node) ?? [];
  const isFiltered = q !== '' || years.size > 0;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">
          Students{' '}
          {data !== undefined && (
            <span className="font-normal text-muted tabular-nums">({number().format(data.totalCount)})</span>
          )}
        </h1>
        {canAddStudent && (
          <Link to={paths.newInvitation} className={buttonClass('primary')}>
            <Plus aria-hidden className="size-4" />
            Add Student
          </Link>
        )}
      </header>
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          label="Filter by name"
          hideLabel
          type="search"
          className="min-w-0 flex-1 basis-48 md:max-w-sm"
          icon={<Search />}
          placeholder="Filter by name"
          maxLength={100}
          defaultValue={q}
          onChange={(event) => search(event.target.value)}
        />
        <MultiSelect label="Year" options={YEAR_OPTIONS} value={years} onChange={setYears} />
      </div>
      {error !== null && data === undefined ? (
        <ErrorState
          title={isFiltered ? 'Search error' : undefined}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <div className="rounded-card border bg-surface">
          <DataTable
            label="Students"
            columns={columnsOf(cells)}
            rows={students}
            rowId={({ id }) => id}
            rowLabel={({ fullName }) => fullName}
            sort={sort}
            onSort={(next) => {
              // The first click on this column shows the most urgent students first.
              const isNew = next.column === 'attention' && sort.column !== 'attention';
              setSort(isNew ? { ...next, direction: 'desc' } : next);
            }}
            onOpenRow={onOpen}
            loading={data === undefined || isPlaceholderData || isLeaving}
            skeletonRows={10}
            empty={
              <EmptyState
                icon={<GraduationCap />}
                title={isFiltered ? 'No student matches' : 'No students yet'}
              >
                {isFiltered
                  ? 'Try another name, or clear the year filter.'
                  : 'Students assigned to you appear here.'}
              </EmptyState>
            }
          />
        </div>
      )}
      {data !== undefined && data.totalCount > 0 && (
        <CursorPager
          {...pagerProps(data.pageInfo.hasNextPage ? data.pageInfo.endCursor : null, isPlaceholderData)}
          range={{ from, to: from + students.length - 1, total: data.totalCount }}
        />
      )}
    </div>
  );
}
