import { useAddTask } from '../../edit-mutations.ts';
import { taskDraft } from '../../task-draft.ts';
import { TaskForm } from '../detail/TaskForm.tsx';

/** The form of a new task of a list. Text that is left when it closes starts another task. */
export function NewTaskForm({
  owner,
  list,
  onClose,
}: {
  /** The pk of the person whose draft this is. */
  owner: string;
  list: { id: string; pk: number };
  onClose: () => void;
}) {
  const add = useAddTask(list.id);
  return (
    <TaskForm
      owner={owner}
      subject={taskDraft.newTask(list.pk)}
      submitLabel="Add task"
      failure="Failed to add the task"
      onSubmit={(values, version, draft) => add.mutateAsync({ values, version, draft })}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
