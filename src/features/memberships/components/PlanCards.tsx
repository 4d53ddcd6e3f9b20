import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { MEMBERSHIP_LENGTHS, type MembershipLength } from '#shared/memberships/responses.ts';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { membershipQueries } from '../queries.ts';
import { includedText, priceText } from '../texts.ts';
import { PlanDialog } from './PlanDialog.tsx';

/** The plans with price, contents and number of students, for staff, who can change them. */
export function PlanCards() {
  const { data, error, refetch, isFetching } = useQuery(membershipQueries.plans());
  const [edited, setEdited] = useState<MembershipLength | null>(null);
  if (data === undefined) {
    return error === null ? (
      <div role="status" aria-label="Loading the plans" className="grid gap-3 sm:grid-cols-3">
        {MEMBERSHIP_LENGTHS.map((length) => (
          <Skeleton key={length} className="h-33" />
        ))}
      </div>
    ) : (
      <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
    );
  }
  const plan = data.plans.find(({ length }) => length === edited);
  return (
    <>
      <ul aria-label="Plans" className="grid gap-3 sm:grid-cols-3">
        {data.plans.map((one) => (
          <li key={one.length} className="min-w-0 rounded-card border bg-surface p-4">
            <div className="flex items-start justify-between gap-2">
              <div className="min-w-0">
                <h2 className="font-semibold break-words">{one.name}</h2>
                <p className="tabular-nums">{one.price_cents === 0 ? 'No payment' : priceText(one)}</p>
              </div>
              <IconButton
                label={`Edit plan ${one.name}`}
                icon={<Pencil />}
                onClick={() => setEdited(one.length)}
              />
            </div>
            <p className="mt-1 text-xs text-muted">{includedText(one)}</p>
            <p className="mt-2 text-xs text-muted tabular-nums">
              {one.students === 1 ? '1 student' : `${one.students.toLocaleString()} students`}
            </p>
          </li>
        ))}
      </ul>
      {plan !== undefined && <PlanDialog plan={plan} onClose={() => setEdited(null)} />}
    </>
  );
}
