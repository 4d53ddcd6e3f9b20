import type { TaskPermission } from '#shared/tasks/policy.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';

/** The round check of a task: a click completes it or opens it again. */
export function TaskCheck({
  task,
  onChange,
}: {
  task: { name: string; completed: boolean; permissions: readonly TaskPermission[] };
  onChange: (completed: boolean) => void;
}) {
  return (
    <Checkbox
      round
      hideLabel
      label={task.completed ? `Reopen ${task.name}` : `Complete ${task.name}`}
      checked={task.completed}
      disabled={!task.permissions.includes('change_task')}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
