import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { cancellationForm, MAX_REASON_LENGTH } from '#shared/booking/schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { PlainButton } from '#src/ui/buttons/PlainButton.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useCancelMeeting } from '../mutations.ts';

/** Says how a cancellation changes 'Meetings remaining'; empty when that is not counted here. */
function balanceText(returnsToBalance: boolean | null): string {
  if (returnsToBalance === null) return '';
  return returnsToBalance
    ? ' This adds one meeting back to the meetings remaining.'
    : ' The number of meetings remaining does not change.';
}

/** Asks for the reason and cancels a meeting. */
export function CancelMeetingDialog({
  meeting,
  onClose,
}: {
  meeting: { id: string; sequence: number; title: string; returnsToBalance: boolean | null };
  onClose: () => void;
}) {
  const cancel = useCancelMeeting();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(cancellationForm),
    defaultValues: { reason: '' },
  });
  const submit = handleSubmit(({ reason }) =>
    cancel.mutate({ meeting: meeting.id, sequence: meeting.sequence, reason }, { onSuccess: onClose }),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Cancel this meeting?"
      description={`${meeting.title}. Everyone invited gets an email with your reason.${balanceText(meeting.returnsToBalance)}`}
      busy={cancel.isPending}
      busyLabel="Canceling the meeting"
      actions={
        <>
          <PlainButton variant="ghost" onClick={onClose}>
            Keep meeting
          </PlainButton>
          <Button variant="danger" writes={false} onClick={() => void submit()}>
            Cancel meeting
          </Button>
        </>
      }
    >
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {cancel.error !== null && (
          <Banner tone="danger">Could not cancel the meeting: {cancel.error.message}</Banner>
        )}
        <TextField
          label="Reason"
          required
          maxLength={MAX_REASON_LENGTH}
          data-autofocus
          error={formState.errors.reason?.message}
          {...register('reason')}
        />
      </form>
    </Dialog>
  );
}
