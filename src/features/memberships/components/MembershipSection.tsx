import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MembershipDetail } from '#shared/memberships/detail-responses.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import { useCheckout, usePaymentPortal } from '../mutations.ts';
import { membershipQueries } from '../queries.ts';
import { LedgerEntries } from './LedgerEntries.tsx';
import { MembershipSummary } from './MembershipSummary.tsx';
import { PlanForm } from './PlanForm.tsx';

/** Chooses a paid plan and opens the payment page, or the page that manages the payment. */
function Payment({ membership }: { membership: MembershipDetail }) {
  const { student, can_manage_payment: canManage } = membership;
  const plans = membership.plans.filter((plan) => plan.length !== 'free');
  const checkout = useCheckout(student.pk);
  const portal = usePaymentPortal(student.pk);
  return (
    <ReadOnlyContext value={false}>
      {plans.length > 0 && (
        <PlanForm
          label="Choose a membership"
          plans={plans}
          initial="yearly"
          onSubmit={(length) => checkout.mutate(length)}
        >
          {() => (
            <Button type="submit" variant="primary" className="w-fit" busy={checkout.isPending}>
              Continue to payment
            </Button>
          )}
        </PlanForm>
      )}
      {canManage && (
        <Button className="w-fit" busy={portal.isPending} onClick={() => portal.mutate()}>
          Manage payment
        </Button>
      )}
    </ReadOnlyContext>
  );
}

/** The membership of a student in the settings of the student and the parents. */
export function MembershipSection({ student }: { student: { pk: number; name: string | null } }) {
  const query = useQuery(membershipQueries.detail(student.pk));
  const [showsHistory, setShowsHistory] = useState(false);
  const { data } = query;
  return (
    <Card
      title={student.name === null ? 'Membership' : `Membership of ${student.name}`}
      className="grid gap-3"
    >
      {data === undefined && query.error !== null && (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {data === undefined && query.error === null && <SkeletonText lines={4} />}
      {data !== undefined && (
        <>
          <MembershipSummary membership={data} />
          <Payment membership={data} />
          <Button
            variant="ghost"
            className="w-fit"
            aria-expanded={showsHistory}
            onClick={() => setShowsHistory(!showsHistory)}
          >
            {showsHistory ? 'Hide history' : 'Show history'}
          </Button>
          {showsHistory && <LedgerEntries entries={data.entries} />}
        </>
      )}
    </Card>
  );
}
