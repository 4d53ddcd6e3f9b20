import { CircleCheck, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConnectionList, Problem, ProblemKind } from '#shared/connections/responses.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import type { DataTableColumn } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { useSyncSimplybook } from '../mutations.ts';

const PROBLEMS: Readonly<Record<ProblemKind, (reference: string) => string>> = {
  unknown_client: (id) => `Client ${id}: nobody in GoPath has this email address`,
  shared_email: (id) => `Client ${id}: another client has the same email address`,
  several_children: (id) => `Client ${id}: a parent of several students of the mentor`,
  unknown_provider: (id) => `Provider ${id}: no mentor in GoPath has this email address`,
  impossible_time: (id) => `Booking ${id}: its time does not exist in the time zone`,
  unreadable: (reference) =>
    reference.startsWith('page')
      ? `Bookings on ${reference} could not be read`
      : `Booking ${reference} could not be read`,
};

const COLUMNS: readonly DataTableColumn<Problem>[] = [
  {
    id: 'problem',
    header: 'Problem',
    primary: true,
    cell: ({ kind, reference }) => PROBLEMS[kind](reference),
  },
  { id: 'count', header: 'Times', numeric: true, cell: ({ count }) => count },
  { id: 'last', header: 'Last', cell: ({ last_at: at }) => <Moment value={at} /> },
];

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

/** The sync with SimplyBook and what staff must fix there. */
export function SimplybookDetails({ details }: { details: NonNullable<ConnectionList['simplybook']> }) {
  const sync = useSyncSimplybook();
  const momentOf = (value: string | null) => (value === null ? 'Not yet' : <Moment value={value} />);
  return (
    <section aria-label="SimplyBook" className="grid gap-4">
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="font-semibold">SimplyBook</h2>
          <Button
            writes
            icon={<RefreshCw aria-hidden className="size-4" />}
            busy={sync.isPending || details.is_syncing}
            onClick={() => sync.mutate()}
          >
            Sync now
          </Button>
        </div>
        <dl className="grid gap-3 sm:grid-cols-3">
          <Fact label="Company">{details.company}</Fact>
          <Fact label="Time zone">{details.time_zone.replaceAll('_', ' ')}</Fact>
          <Fact label="Changes arrive">
            {details.receives_callbacks ? 'By callback and every 5 minutes' : 'Every 5 minutes'}
          </Fact>
          <Fact label="Last sync">{momentOf(details.synced_at)}</Fact>
          <Fact label="Last full sync">{momentOf(details.synced_all_at)}</Fact>
          <Fact label="Calls today">
            {details.calls_today.toLocaleString()} of {details.calls_per_day.toLocaleString()}
          </Fact>
          <Fact label="Linked mentors">{details.mentors}</Fact>
          <Fact label="Linked clients">{details.clients}</Fact>
        </dl>
      </Card>
      <Card padded={false}>
        <h3 className="px-4 pt-4 font-semibold">To fix in SimplyBook</h3>
        <DataTable
          label="To fix in SimplyBook"
          columns={COLUMNS}
          rows={details.problems}
          rowId={({ kind, reference }) => `${kind}:${reference}`}
          rowLabel={({ kind, reference }) => PROBLEMS[kind](reference)}
          empty={
            <EmptyState icon={<CircleCheck />} title="Nothing to fix">
              Clients and bookings that cannot be matched appear here.
            </EmptyState>
          }
        />
      </Card>
    </section>
  );
}
