import { useRef, useState } from 'react';
import { DUE_DATE_MESSAGES } from '#shared/tasks/constants.ts';
import { useFocusSoon } from '#src/lib/timing/useFocusSoon.ts';
import { useReturnFocus } from '#src/lib/timing/useReturnFocus.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { DateTimePicker } from '#src/ui/pickers/DateTimePicker.tsx';
import type { TaskDetail } from '../../queries.ts';
import { DueDate } from '../DueDate.tsx';

/** The due date of a task, edited in place: click, pick a date, save. */
export function InlineDueDate({
  task,
  canChange,
  onSave,
}: {
  task: TaskDetail;
  canChange: boolean;
  onSave: (dueAt: Date | null) => void;
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
  onSave: (dueAt: Date | null) => void;
  onClose: () => void;
}) {
  const before = task.dueAt ? new Date(task.dueAt) : null;
  const [value, setValue] = useState(before);
  const [error, setError] = useState<string>();
  /** Whether the box contained unreadable text, which must not remove the stored date. */
  const [isUnreadable, setUnreadable] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useFocusSoon(input);

  function save() {
    if (isUnreadable) return;
    if (value === null && before === null) return setError(DUE_DATE_MESSAGES.invalid);
    const isSame = value?.getTime() === before?.getTime();
    if (!isSame && value !== null && value.getTime() <= Date.now()) return setError(DUE_DATE_MESSAGES.past);
    if (!isSame) onSave(value);
    onClose();
  }

  return (
    <div className="grid w-full gap-2 py-1 text-text">
      <DateTimePicker
        label="Due date"
        value={value}
        defaultTime="11:59 PM"
        error={error}
        ref={input}
        onChange={(date, problem) => {
          setUnreadable(problem !== undefined);
          setError(problem);
          if (problem === undefined) setValue(date);
        }}
      />
      <div className="flex gap-2">
        <Button variant="primary" onClick={save}>
          Save due date
        </Button>
        <CancelButton onClick={onClose} />
      </div>
    </div>
  );
}
