import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { MEMBERSHIP_LIMITS } from '#shared/memberships/limits.ts';
import { MEMBERSHIP_STATES } from '#shared/memberships/responses.ts';
import type { ListedMembership } from '#shared/memberships/detail-responses.ts';
import { useCursorPages } from '#src/lib/queries/useCursorPages.ts';
import { useLeaveEmptyPage } from '#src/lib/queries/useLeaveEmptyPage.ts';
import { useTypedSearch } from '#src/lib/useTypedSearch.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { CursorPager } from '#src/ui/navigation/CursorPager.tsx';
import type { DataTableColumn } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ExportCsvButton } from '#src/ui/buttons/ExportCsvButton.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { fetchMembershipsCsv, type MembershipFilters, membershipQueries } from '../queries.ts';
import { dayText, STATE_LABELS, STATE_TONES } from '../texts.ts';
import { PlanCards } from './PlanCards.tsx';

const COLUMNS: DataTableColumn<ListedMembership>[] = [
  {
    id: 'student',
    header: 'Student',
    primary: true,
    cell: ({ student }) => (
      <Link
        to={paths.membership(student.pk)}
        className="rounded-control hover:text-accent-text hover:underline"
        data-private
      >
        {student.full_name}
      </Link>
    ),
  },
  { id: 'plan', header: 'Membership', cell: ({ membership_name: name }) => name },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Badge tone={STATE_TONES[state]}>{STATE_LABELS[state]}</Badge>,
  },
  { id: 'end', header: 'Paid until', cell: ({ period_end: end }) => end && dayText(end) },
];

const STATES = MEMBERSHIP_STATES.map((state) => ({ value: state, label: STATE_LABELS[state] }));

/** All memberships by name, with filters and a CSV export, for staff. */
export function MembershipList({
  filters,
  onFilter,
}: {
  filters: MembershipFilters;
  onFilter: (filters: MembershipFilters) => void;
}) {
  const { page, previous, pagerProps } = useCursorPages(filters);
  const query = useQuery(membershipQueries.list(filters, page));
  const { text, type } = useTypedSearch(filters.query ?? '', (query) =>
    onFilter({ ...filters, query: query || undefined }),
  );
  const { data, error } = query;
  const isLeaving = useLeaveEmptyPage(
    query.isPlaceholderData ? undefined : data?.memberships.length,
    previous,
  );
  const isFiltered = filters.state !== undefined || filters.query !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold">Memberships</h1>
          <p className="text-muted">Plans, payments and corrections of all students.</p>
        </div>
        <ExportCsvButton
          load={() => fetchMembershipsCsv(filters)}
          fileName="memberships.csv"
          failureText="Could not export the memberships. Try again."
        />
      </header>
      <PlanCards />
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          label="Student"
          type="search"
          placeholder="Find a student"
          maxLength={MEMBERSHIP_LIMITS.search}
          value={text}
          onChange={({ target }) => type(target.value)}
        />
        <Select
          label="State"
          placeholder="All states"
          options={STATES}
          value={filters.state ?? ''}
          onChange={({ target }) => onFilter({ ...filters, state: target.value || undefined })}
        />
      </div>
      <Card padded={false}>
        {error !== null && data === undefined ? (
          <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <DataTable
            label="Memberships"
            columns={COLUMNS}
            rows={data?.memberships ?? []}
            rowId={({ student }) => String(student.pk)}
            rowLabel={({ student }) => student.full_name}
            loading={query.isPending || isLeaving}
            empty={
              <EmptyState
                icon={<CreditCard />}
                title={isFiltered ? 'No matching memberships' : 'No memberships yet'}
              >
                {isFiltered ? 'Change or clear the filters.' : 'The memberships of students appear here.'}
              </EmptyState>
            }
          />
        )}
      </Card>
      <CursorPager {...pagerProps(data?.next, query.isPlaceholderData)} />
    </div>
  );
}
