import { useQuery } from '@tanstack/react-query';
import { Bug, Search } from 'lucide-react';
import { Link } from 'react-router';
import { BUG_REPORT_LIMITS } from '#shared/bug-reports/limits.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { truncate } from '#src/lib/truncate.ts';
import { useCursorPages } from '#src/lib/queries/useCursorPages.ts';
import { useLeaveEmptyPage } from '#src/lib/queries/useLeaveEmptyPage.ts';
import { useDebounced } from '#src/lib/timing/useDebounced.ts';
import { useKeptState } from '#src/lib/useKeptState.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { CursorPager } from '#src/ui/navigation/CursorPager.tsx';
import type { DataTableColumn } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState, NotFoundState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { SegmentedControl } from '#src/ui/fields/SegmentedControl.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { bugReportQueries, type BugReportSummary } from '../queries.ts';

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'archived', label: 'Archived' },
  { value: 'all', label: 'All' },
] as const;
type State = (typeof STATES)[number]['value'];

const ARCHIVED: Record<State, boolean | null> = { open: false, archived: true, all: null };

const COLUMNS: DataTableColumn<BugReportSummary>[] = [
  {
    id: 'body',
    header: 'Description',
    primary: true,
    cell: (report) => (
      <Link
        to={paths.bugReport(report.pk)}
        className="rounded-control hover:text-accent-text hover:underline"
      >
        {truncate(report.body, 90)}
      </Link>
    ),
  },
  { id: 'user', header: 'Reporter', cell: (report) => <span data-private>{report.user.fullName}</span> },
  { id: 'browser', header: 'Browser', cell: (report) => report.browser },
  { id: 'createdAt', header: 'Submitted', cell: (report) => <Moment value={report.createdAt} /> },
  {
    id: 'status',
    header: 'Status',
    cell: (report) => (
      <Badge tone={report.archived ? 'neutral' : 'accent'}>{report.archived ? 'Archived' : 'Open'}</Badge>
    ),
  },
];

/** All bug reports, newest first, with filters and search (BUG-002). */
export function BugReportList() {
  const [state, setState] = useKeptState<State>('state', 'open');
  const [search, setSearch] = useKeptState('search', '');
  const searchLater = useDebounced(setSearch);
  const filters = { archived: ARCHIVED[state], search: search.trim() || null };
  const { page, from, previous, pagerProps } = useCursorPages(filters);
  const { data, error, refetch, isFetching, isPending, isPlaceholderData } = useQuery(
    bugReportQueries.list({ ...page, ...filters }),
  );
  const isLeaving = useLeaveEmptyPage(isPlaceholderData ? undefined : data?.edges.length, previous);
  if (error instanceof AppError && error.code === 'NOT_FOUND') return <NotFoundState />;
  const rows = data?.edges.map(({ node }) => node) ?? [];
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl font-semibold">Bug Reports</h1>
      <div className="flex flex-wrap items-start gap-3">
        <SegmentedControl label="Status" segments={STATES} value={state} onChange={setState} />
        <TextField
          label="Search"
          hideLabel
          type="search"
          placeholder="Search descriptions"
          icon={<Search />}
          maxLength={BUG_REPORT_LIMITS.search}
          className="w-64 max-w-full"
          defaultValue={search}
          onChange={(event) => searchLater(event.target.value)}
        />
      </div>
      <Card padded={false}>
        {error !== null && data === undefined ? (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <DataTable
            label="Bug reports"
            columns={COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            rowLabel={({ body }) => truncate(body, 30)}
            loading={isPending || isPlaceholderData || isLeaving}
            empty={
              <EmptyState icon={<Bug />} title={search === '' ? 'No bug reports here' : 'Nothing found'}>
                {search === ''
                  ? 'Bug reports from the app and the extension appear here.'
                  : 'No description contains these words.'}
              </EmptyState>
            }
          />
        )}
      </Card>
      {data?.totalCount !== 0 && (
        <CursorPager
          {...pagerProps(data?.pageInfo.hasNextPage ? data.pageInfo.endCursor : null, isPlaceholderData)}
          range={data && { from, to: from + rows.length - 1, total: data.totalCount }}
        />
      )}
    </div>
  );
}
