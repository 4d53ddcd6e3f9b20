import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { RenderTaskLink } from '#src/features/tasks/components/UpcomingTasks.tsx';

/** Links tasks within the app: one's own below /tasks/, those of others below their pages. */
export function taskLink(viewerPk: number): RenderTaskLink {
  return (task, className) => (
    <Link
      to={
        task.userPk === viewerPk
          ? paths.task(task.containingList.slug, task.pk)
          : paths.userTask(task.userPk, task.containingList.slug, task.pk)
      }
      className={className}
    >
      {task.name}
    </Link>
  );
}
