import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { listName } from '#shared/tasks/schema.ts';
import { fieldErrorOf } from '#src/lib/field-errors.ts';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';

const formInput = z.object({ name: listName });

/** Asks for the name of a list (LIST-012), or of a template. */
export function ListNameDialog({
  title,
  description,
  initial = '',
  field = 'name',
  submitLabel,
  onSubmit,
  onClose,
}: {
  title: string;
  description?: string;
  initial?: string;
  /** The server's name of the field. */
  field?: string;
  submitLabel: string;
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const id = useId();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(formInput),
    defaultValues: { name: initial },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ name }) => {
    try {
      await onSubmit(name);
      onClose();
    } catch (failure) {
      const isRefused = failure instanceof AppError && failure.code === 'INVALID_INPUT';
      const message = isRefused ? failure.message : 'Could not save. Try again.';
      setError('name', { message: fieldErrorOf(failure, field) ?? message });
    }
  });

  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={description}
      width="small"
      form={id}
      submitLabel={submitLabel}
      isBusy={isSubmitting}
    >
      <form id={id} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label="Name"
          required
          maxLength={TASK_LIMITS.name}
          autoComplete="off"
          data-autofocus
          // Text typed while a name is being saved would be lost, or make a second list.
          readOnly={isSubmitting}
          error={errors.name?.message}
          {...register('name')}
        />
      </form>
    </FormDialog>
  );
}
