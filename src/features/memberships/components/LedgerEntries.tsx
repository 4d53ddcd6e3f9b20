import { History } from 'lucide-react';
import type { LedgerEntry } from '#shared/memberships/detail-responses.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { amountText } from '../texts.ts';

/** Grants and uses of a membership with their reasons, newest first. */
export function LedgerEntries({ entries }: { entries: readonly LedgerEntry[] }) {
  if (entries.length === 0) {
    return (
      <EmptyState icon={<History />} title="No history yet">
        Granted and used meetings and reviews appear here.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="History" className="divide-y">
      {entries.map((entry) => (
        <li key={entry.pk} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2">
          <span className="min-w-0">
            <span className="font-medium tabular-nums">{amountText(entry)}</span>
            <span className="ml-2 break-words text-muted">
              {entry.reason}
              {entry.actor !== null && ` (${entry.actor})`}
            </span>
          </span>
          <span className="text-muted">
            <Moment value={entry.at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
