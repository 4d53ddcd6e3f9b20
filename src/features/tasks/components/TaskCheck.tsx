import { Check } from 'lucide-react';
import { Checkbox } from '#src/ui/fields/Checkbox.tsx';

/** The round checkbox of a task. People who cannot change the task only see whether it is completed. */
export function TaskCheck({
  task,
  onChange,
}: {
  task: { name: string; completed: boolean; permissions: readonly string[] };
  onChange: (completed: boolean) => void;
}) {
  if (!task.permissions.includes('change_task')) {
    return task.completed ? (
      <Check role="img" aria-label="Completed" className="size-4 shrink-0 text-muted" />
    ) : null;
  }
  return (
    <Checkbox
      round
      hideLabel
      label={task.completed ? `Reopen ${task.name}` : `Complete ${task.name}`}
      checked={task.completed}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
