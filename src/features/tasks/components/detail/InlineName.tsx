import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { taskName } from '#shared/tasks/schema.ts';
import { useFocusSoon } from '#src/lib/timing/useFocusSoon.ts';
import { useReturnFocus } from '#src/lib/timing/useReturnFocus.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';

const formInput = z.object({ name: taskName });

/**
 * The name of a task, edited in place: click, type, press Enter. Escape restores it. The field stays open until the
 * name is saved, so that a failure loses nothing.
 */
export function InlineName({
  name,
  canChange,
  onSave,
}: {
  name: string;
  canChange: boolean;
  /** Saves the name, or rejects after it showed a message. */
  onSave: (name: string) => Promise<unknown>;
}) {
  const [isEditing, setEditing] = useState(false);
  const button = useReturnFocus(isEditing);
  if (isEditing) {
    return <NameField name={name} onSave={onSave} onClose={() => setEditing(false)} />;
  }
  return (
    <h2 className="min-w-0 text-2xl font-semibold wrap-anywhere">
      {canChange ? (
        <button
          ref={button}
          type="button"
          title="Edit name"
          className="-mx-1 rounded-control px-1 text-left hover:bg-hover"
          onClick={() => setEditing(true)}
        >
          {name}
        </button>
      ) : (
        name
      )}
    </h2>
  );
}

function NameField({
  name,
  onSave,
  onClose,
}: {
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  /** The name that the server has. The given name already has the new text while it is being saved. */
  const saved = useRef(name);
  /** The name that is being saved. */
  const sent = useRef<string | null>(null);
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(formInput),
    defaultValues: { name },
    // A click outside saves; an error must not take the focus back.
    shouldFocusError: false,
  });
  /** Sends a name. @returns whether it was saved */
  async function send(next: string): Promise<boolean> {
    sent.current = next;
    try {
      await onSave(next);
    } catch {
      return false;
    } finally {
      if (sent.current === next) sent.current = null;
    }
    saved.current = next;
    return true;
  }
  const save = handleSubmit(async (values) => {
    const typed = getValues('name');
    const isBeingSaved = values.name === sent.current;
    if (isBeingSaved) return;
    const isSaved = values.name === saved.current && sent.current === null;
    if (!isSaved && !(await send(values.name))) return;
    // A name typed since then stays in the field.
    if (getValues('name') === typed) onClose();
  });
  const field = register('name', { onBlur: () => void save() });
  useFocusSoon(input, true);

  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <TextField
        {...field}
        ref={(element) => {
          field.ref(element);
          input.current = element;
        }}
        label="Name"
        required
        maxLength={TASK_LIMITS.name}
        autoComplete="off"
        error={formState.errors.name?.message}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      />
    </form>
  );
}
