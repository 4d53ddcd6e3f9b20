import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { DUE_DATE_MESSAGES } from '#shared/tasks/constants.ts';
import { DateTimePicker } from '#src/ui/pickers/DateTimePicker.tsx';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';

const formInput = z.object({
  dueAt: z
    .custom<Date | null>()
    .refine((date) => date !== null && date.getTime() > Date.now(), DUE_DATE_MESSAGES.past)
    .pipe(z.date()),
});

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
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(formInput),
    defaultValues: { dueAt },
  });
  const submit = handleSubmit((values) => {
    onSubmit(values.dueAt);
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Postpone task"
      description={name}
      width="small"
      form={id}
      submitLabel="Postpone"
    >
      <form id={id} onSubmit={(event) => void submit(event)} noValidate>
        <Controller
          control={control}
          name="dueAt"
          render={({ field, fieldState }) => (
            <DateTimePicker
              label="Due date"
              value={field.value}
              defaultTime="11:59 PM"
              error={fieldState.error?.message}
              onChange={field.onChange}
            />
          )}
        />
      </form>
    </FormDialog>
  );
}
