import { type FormEvent, useRef, useState } from 'react';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { taskName } from '#shared/tasks/schema.ts';
import { useFocusSoon } from '#src/lib/timing/useFocusSoon.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';

/** The name of a task, edited in place: click, type, press Enter. Escape restores it. */
export function InlineName({
  name,
  canChange,
  onSave,
}: {
  name: string;
  canChange: boolean;
  onSave: (name: string) => void;
}) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) {
    return <NameField name={name} onSave={onSave} onClose={() => setEditing(false)} />;
  }
  return (
    <h2 className="text-2xl font-semibold">
      {canChange ? (
        <button
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
  onSave: (name: string) => void;
  onClose: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(name);
  const [error, setError] = useState<string>();
  useFocusSoon(input, true);

  function save(event?: FormEvent) {
    event?.preventDefault();
    const checked = taskName.safeParse(value);
    if (!checked.success) return setError(checked.error.issues[0]?.message);
    if (checked.data !== name) onSave(checked.data);
    onClose();
  }

  return (
    <form onSubmit={save} noValidate>
      <TextField
        ref={input}
        label="Name"
        required
        maxLength={TASK_LIMITS.name}
        autoComplete="off"
        value={value}
        error={error}
        onChange={(event) => {
          setValue(event.target.value);
          setError(undefined);
        }}
        onBlur={() => save()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      />
    </form>
  );
}
