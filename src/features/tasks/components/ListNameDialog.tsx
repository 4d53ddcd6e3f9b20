import { type FormEvent, useId, useState } from 'react';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { listName } from '#shared/tasks/schema.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { TextField } from '#src/ui/TextField.tsx';
import { fieldErrorOf } from '../list-mutations.ts';

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
  /** How the server calls the field. */
  field?: string;
  submitLabel: string;
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const id = useId();
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const checked = listName.safeParse(name);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    setBusy(true);
    try {
      await onSubmit(checked.data);
      onClose();
    } catch (failure) {
      setError(fieldErrorOf(failure, field) ?? 'This could not be saved. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      width="small"
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label="Name"
          required
          maxLength={TASK_LIMITS.name}
          autoComplete="off"
          data-autofocus
          value={name}
          error={error}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
