import { useState } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { useRescheduleMeeting } from '../mutations.ts';
import { SlotPicker } from './SlotPicker.tsx';
import { TakenSlot } from './TakenSlot.tsx';

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
  /** Runs after the meeting was moved or the person cancelled. */
  onDone: () => void;
}) {
  const move = useRescheduleMeeting();
  const [startsAt, setStartsAt] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const choose = (slot: string) => {
    move.reset();
    setStartsAt(slot);
  };
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsked(true);
        if (startsAt === null) return;
        move.mutate({ meeting: meeting.id, sequence: meeting.sequence, startsAt }, { onSuccess: onDone });
      }}
    >
      <Card title="New time">
        <SlotPicker
          mentor={meeting.provider.id}
          student={meeting.client.id}
          meeting={meeting.id}
          value={startsAt}
          error={isAsked && startsAt === null ? 'Choose a time' : undefined}
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
