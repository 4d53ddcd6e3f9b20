import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { listName } from '#shared/tasks/schema.ts';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { fieldErrorOf } from '../../list-mutations.ts';

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
      setError('name', { message: fieldErrorOf(failure, field) ?? 'Could not save. Try again.' });
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
