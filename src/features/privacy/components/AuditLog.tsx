import { useQuery } from '@tanstack/react-query';
import { format, parseISO } from 'date-fns';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { DELETED_ACCOUNT, EVENT_KINDS, EVENT_LABELS, eventText } from '#shared/privacy/events.ts';
import type { AuditEvent } from '#shared/privacy/responses.ts';
import { useCursorPages } from '#src/lib/queries/useCursorPages.ts';
import { useLeaveEmptyPage } from '#src/lib/queries/useLeaveEmptyPage.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { CursorPager } from '#src/ui/navigation/CursorPager.tsx';
import type { DataTableColumn } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { DatePicker } from '#src/ui/pickers/DatePicker.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ExportCsvButton } from '#src/ui/buttons/ExportCsvButton.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { type AuditLogFilters, fetchAuditLogCsv, privacyQueries } from '../queries.ts';

function PersonLink({ person }: { person: AuditEvent['actor'] }) {
  if (person === null) return null;
  if (person.full_name === DELETED_ACCOUNT) return <span className="text-muted">{DELETED_ACCOUNT}</span>;
  return (
    <Link
      to={paths.user(person.pk)}
      className="rounded-control hover:text-accent-text hover:underline"
      data-private
    >
      {person.full_name}
    </Link>
  );
}

const COLUMNS: DataTableColumn<AuditEvent>[] = [
  { id: 'event', header: 'Event', primary: true, cell: (event) => eventText(event) },
  {
    id: 'actor',
    header: 'By',
    cell: ({ actor }) => actor && <PersonLink person={actor} />,
  },
  {
    id: 'subject',
    header: 'About',
    cell: ({ actor, subject, student }) => {
      const other = subject?.pk === actor?.pk ? null : subject;
      if (other === null && student === null) return null;
      return (
        <>
          <PersonLink person={other} />
          {other && student && ' and '}
          <PersonLink person={student} />
        </>
      );
    },
  },
  { id: 'at', header: 'Time', cell: ({ at }) => <Moment value={at} /> },
];

const KINDS = EVENT_KINDS.map((kind) => ({ value: kind, label: EVENT_LABELS[kind] })).sort((a, b) =>
  a.label.localeCompare(b.label),
);

function dateOf(text: string | undefined): Date | null {
  const date = text === undefined ? null : parseISO(text);
  return date === null || Number.isNaN(date.getTime()) ? null : date;
}

/** Security events of everyone, newest first, with filters and a CSV export. */
export function AuditLog({
  filters,
  onFilter,
  personFilter,
}: {
  filters: AuditLogFilters;
  onFilter: (change: AuditLogFilters) => void;
  /** The field that chooses a person; people belong to another feature. */
  personFilter: ReactNode;
}) {
  const { page, previous, pagerProps } = useCursorPages(filters);
  const query = useQuery(privacyQueries.auditLog(filters, page));
  const { data, error } = query;
  const isLeaving = useLeaveEmptyPage(query.isPlaceholderData ? undefined : data?.events.length, previous);
  const isRefused = error instanceof AppError && error.code === 'INVALID_INPUT';
  const setDate = (name: 'from' | 'to') => (date: Date | null) =>
    onFilter({ ...filters, [name]: date === null ? undefined : format(date, 'yyyy-MM-dd') });
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold">Audit Log</h1>
          <p className="text-muted">Sign-ins, permissions and staff access. Events are kept for two years.</p>
        </div>
        <ExportCsvButton
          load={() => fetchAuditLogCsv(filters)}
          fileName="audit-log.csv"
          failureText="Could not export the audit log. Try again."
        />
      </header>
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-4">
        <div className="max-sm:col-span-2">{personFilter}</div>
        <Select
          label="Event"
          className="max-sm:col-span-2"
          placeholder="All events"
          options={KINDS}
          value={filters.kind ?? ''}
          onChange={({ target }) => onFilter({ ...filters, kind: target.value || undefined })}
        />
        <DatePicker label="From" value={dateOf(filters.from)} onChange={setDate('from')} disallowFuture />
        <DatePicker label="To" value={dateOf(filters.to)} onChange={setDate('to')} />
      </div>
      <Card padded={false}>
        {error !== null && (data === undefined || isRefused) ? (
          <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <DataTable
            label="Events"
            columns={COLUMNS}
            rows={data?.events ?? []}
            rowId={({ pk }) => String(pk)}
            rowLabel={eventText}
            loading={query.isPending || isLeaving}
            empty={
              <EmptyState icon={<ScrollText />} title={isFiltered ? 'No matching events' : 'No events yet'}>
                {isFiltered
                  ? 'Change or clear the filters.'
                  : 'Sign-ins, changed permissions and staff access to student data appear here.'}
              </EmptyState>
            }
          />
        )}
      </Card>
      <CursorPager {...pagerProps(data?.next, query.isPlaceholderData)} />
    </div>
  );
}
