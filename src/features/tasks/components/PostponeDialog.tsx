import { useId, useState, type FormEvent } from 'react';
import { DUE_DATE_MESSAGES } from '#shared/tasks/constants.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { DateTimePicker } from '#src/ui/DateTimePicker.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

/** Asks for the new due date of a task. */
export function PostponeDialog({
  name,
  dueAt,
  onSubmit,
  onClose,
}: {
  name: string;
  dueAt: Date;
  onSubmit: (date: Date) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [date, setDate] = useState<Date | null>(dueAt);
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (date === null || date.getTime() <= Date.now()) return setError(DUE_DATE_MESSAGES.past);
    onSubmit(date);
    onClose();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Postpone task"
      description={name}
      width="small"
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button type="submit" form={id} variant="primary">
            Postpone
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        <DateTimePicker
          label="Due date"
          value={date}
          defaultTime="11:59 PM"
          error={error}
          onChange={(value) => {
            setDate(value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
