import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { useMakeTemplate } from '../../list-mutations.ts';
import type { TaskListPage, TaskRow } from '../../queries.ts';
import { ListNameDialog } from './ListNameDialog.tsx';

/** Returns which open tasks of a list are left out, because a template has a limit; '' when none are. */
function leftOutText(tasks: readonly { completed: boolean }[]): string {
  const leftOut = tasks.filter(({ completed }) => !completed).length - TASK_LIMITS.templateTasks;
  if (leftOut <= 0) return '';
  return ` A template has at most ${TASK_LIMITS.templateTasks} tasks, so the last ${leftOut === 1 ? 'task is' : `${leftOut} tasks are`} left out.`;
}

/** Saves a list as a template of the mentor. */
export function MakeTemplateDialog({
  list,
  onClose,
}: {
  list: Pick<TaskListPage, 'slug' | 'name'> & {
    /** The open tasks, and those completed since they were loaded. */
    tasks: readonly Pick<TaskRow, 'completed'>[];
  };
  onClose: () => void;
}) {
  const make = useMakeTemplate();
  return (
    <ListNameDialog
      title="Save as template"
      description={`Saves the open tasks and steps, with points and days until due, as a templated list. Repeats, times of day and the details of steps are not kept.${leftOutText(list.tasks)} Only you can add it for your students.`}
      initial={list.name}
      field="title"
      submitLabel="Save template"
      onSubmit={(title) => make.mutateAsync({ slug: list.slug, title })}
      onClose={onClose}
    />
  );
}
