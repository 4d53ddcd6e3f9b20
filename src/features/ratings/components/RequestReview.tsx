import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { UNLIMITED } from '#shared/memberships/plans.ts';
import { REQUEST_MESSAGES } from '#shared/ratings/requests.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { useRequestReview } from '../mutations.ts';
import { ratingQueries } from '../queries.ts';

/** Says how many reviews are left, unless the plan has no limit. */
function allowanceText(left: number): string {
  if (left === UNLIMITED) return '';
  return ` You have ${left} ${left === 1 ? 'review' : 'reviews'} left. A request uses one when a mentor submits the review.`;
}

/** The button with which a student requests a review, and its dialog (SPR-018, SPR-019). */
export function RequestReview({ reviewsLeft }: { reviewsLeft: number }) {
  const { data } = useQuery(ratingQueries.requestState());
  const request = useRequestReview();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const requestedAt = data?.requestedAt ?? null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      {requestedAt !== null && (
        <span className="text-sm text-muted">
          Review requested: <Moment value={requestedAt} />
        </span>
      )}
      <Button
        writes
        disabled={data === undefined}
        {...(data?.isEnabled === false && {
          disabledReason: requestedAt === null ? REQUEST_MESSAGES.noneLeft : REQUEST_MESSAGES.open,
        })}
        onClick={() => setAsking(true)}
      >
        Request review
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title="Request a review of your profile rating?"
        description={`Your mentors will be notified.${allowanceText(reviewsLeft)}`}
        busy={request.isPending}
        busyLabel="Requesting a review"
        actions={
          <>
            <CancelButton onClick={close} />
            <Button variant="primary" writes onClick={() => request.mutate(undefined, { onSettled: close })}>
              Request review
            </Button>
          </>
        }
      />
    </div>
  );
}
