import { useRef, useState } from 'react';
import { DUE_DATE_MESSAGES } from '#shared/tasks/constants.ts';
import { useFocusSoon } from '#src/lib/timing/useFocusSoon.ts';
import { useReturnFocus } from '#src/lib/timing/useReturnFocus.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { DateTimePicker } from '#src/ui/pickers/DateTimePicker.tsx';
import type { TaskDetail } from '../../queries.ts';
import { DueDate } from '../DueDate.tsx';

/**
 * The due date of a task, edited in place: click, pick a date, save. The field stays open until the date is saved, so
 * that a failure loses nothing.
 */
export function InlineDueDate({
  task,
  canChange,
  onSave,
}: {
  task: TaskDetail;
  canChange: boolean;
  /** Saves the due date, or rejects after it showed a message. */
  onSave: (dueAt: Date | null) => Promise<unknown>;
}) {
  const [isEditing, setEditing] = useState(false);
  const button = useReturnFocus(isEditing);
  if (isEditing) return <DueDateField task={task} onSave={onSave} onClose={() => setEditing(false)} />;
  const shown = task.dueAt ? (
    <DueDate dueAt={task.dueAt} completed={task.completed} repeats={Boolean(task.recurrence)} />
  ) : (
    <span>{canChange ? 'Add due date' : 'No due date'}</span>
  );
  if (!canChange) return shown;
  return (
    <button
      ref={button}
      type="button"
      title="Edit due date"
      className="-mx-1 rounded-control px-1 hover:bg-hover"
      onClick={() => setEditing(true)}
    >
      {shown}
    </button>
  );
}

function DueDateField({
  task,
  onSave,
  onClose,
}: {
  task: TaskDetail;
  onSave: (dueAt: Date | null) => Promise<unknown>;
  onClose: () => void;
}) {
  const [value, setValue] = useState(() => (task.dueAt ? new Date(task.dueAt) : null));
  /** The date that the server has. The given task already has the new one while it is being saved. */
  const [saved, setSaved] = useState(value);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  /** Whether the box contained unreadable text, which must not remove the stored date. */
  const [isUnreadable, setUnreadable] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** Counts what the person types and picks. */
  const changes = useRef(0);
  const countChange = () => void (changes.current += 1);
  useFocusSoon(input);

  async function save() {
    if (isUnreadable) return;
    if (value === null && saved === null) return setError(DUE_DATE_MESSAGES.invalid);
    if (value?.getTime() === saved?.getTime()) return onClose();
    if (value !== null && value.getTime() <= Date.now()) return setError(DUE_DATE_MESSAGES.past);
    const sent = changes.current;
    setSaving(true);
    try {
      await onSave(value);
    } catch {
      return;
    } finally {
      setSaving(false);
    }
    setSaved(value);
    // A date typed since then stays in the field.
    if (changes.current === sent) onClose();
  }

  return (
    <div className="grid w-full gap-2 py-1 text-text" onInput={countChange}>
      <DateTimePicker
        label="Due date"
        value={value}
        defaultTime="11:59 PM"
        error={error}
        ref={input}
        onChange={(date, problem) => {
          countChange();
          setUnreadable(problem !== undefined);
          setError(problem);
          if (problem === undefined) setValue(date);
        }}
      />
      <div className="flex gap-2">
        <Button variant="primary" busy={isSaving} onClick={() => void save()}>
          Save due date
        </Button>
        <CancelButton onClick={onClose} />
      </div>
    </div>
  );
}
