import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { chosenTime } from '../chosen-time.ts';
import { useRescheduleMeeting } from '../mutations.ts';
import { SlotPicker } from './SlotPicker.tsx';
import { TakenSlot } from './TakenSlot.tsx';

const rescheduleForm = z.object({ startsAt: chosenTime });

/** Moves a meeting to another free time. */
export function RescheduleForm({
  meeting,
  onDone,
}: {
  meeting: {
    id: string;
    sequence: number;
    startsAt: string;
    provider: { id: string };
    client: { id: string };
  };
  /** Runs after the meeting was moved or the person canceled. */
  onDone: () => void;
}) {
  const move = useRescheduleMeeting();
  const { control, handleSubmit, setValue, formState } = useForm({
    resolver: zodResolver(rescheduleForm),
    defaultValues: { startsAt: null },
  });
  const startsAt = useWatch({ control, name: 'startsAt' });
  const choose = (slot: string) => {
    move.reset();
    setValue('startsAt', slot, { shouldValidate: formState.isSubmitted });
  };
  const submit = handleSubmit((values) =>
    move.mutate(
      { meeting: meeting.id, sequence: meeting.sequence, startsAt: values.startsAt },
      { onSuccess: onDone },
    ),
  );
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <Card title="New time">
        <SlotPicker
          mentor={meeting.provider.id}
          student={meeting.client.id}
          meeting={meeting.id}
          value={startsAt}
          error={formState.errors.startsAt?.message}
          onChange={choose}
        />
      </Card>
      <TakenSlot error={move.error} onChoose={choose} />
      <div className="flex justify-end gap-2">
        <CancelButton onClick={onDone} />
        <Button type="submit" variant="primary" busy={move.isPending}>
          Move meeting
        </Button>
      </div>
    </form>
  );
}
