import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MembershipDetail } from '#shared/memberships/detail-responses.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import { useCheckout, usePaymentPortal } from '../mutations.ts';
import { membershipQueries } from '../queries.ts';
import type { PaymentReturn } from '../useReturnFromPayment.ts';
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

/** How often a paid membership is read until the payment provider has reported the payment. */
const PAID_POLL_MS = 3_000;

/** Whether the payment is not stored yet: there are still plans to pay for. */
const isAwaited = (isPaid: boolean, membership: MembershipDetail | undefined) =>
  isPaid && membership !== undefined && membership.plans.length > 0;

/** The membership of a student in the settings of the student and the parents. */
export function MembershipSection({
  student,
  returned,
}: {
  student: { pk: number; name: string | null };
  /** The return from the payment page. */
  returned: PaymentReturn;
}) {
  const result = returned.studentPk === student.pk ? returned.result : null;
  const isPaid = result === 'done';
  const client = useQueryClient();
  const query = useQuery({
    ...membershipQueries.detail(student.pk),
    refetchInterval: ({ state }) => isAwaited(isPaid, state.data) && PAID_POLL_MS,
  });
  const [showsHistory, setShowsHistory] = useState(false);
  const { data } = query;
  const isWaiting = isAwaited(isPaid, data);
  const isStored = isPaid && data !== undefined && !isWaiting;
  useEffect(() => {
    // The person's access changes with the membership.
    if (isStored) void client.invalidateQueries();
  }, [isStored, client]);
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
          {isWaiting && <Banner>Payment received. The membership changes in a moment.</Banner>}
          {isStored && <Banner tone="success">Payment received</Banner>}
          {result === 'canceled' && <Banner>The payment was canceled. Nothing was charged.</Banner>}
          <MembershipSummary membership={data} />
          {!isWaiting && <Payment membership={data} />}
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
