import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { RenderTaskLink } from './UpcomingTasks.tsx';

/** Where a task is shown: one's own below /tasks/, those of others below their pages. */
export function taskPath(
  { pk, userPk, containingList }: { pk: number; userPk: number; containingList: { slug: string } },
  viewerPk: number,
): string {
  return userPk === viewerPk
    ? paths.task(containingList.slug, pk)
    : paths.userTask(userPk, containingList.slug, pk);
}

/** Links tasks within the app. */
export function taskLink(viewerPk: number): RenderTaskLink {
  return (task, className) => (
    <Link to={taskPath(task, viewerPk)} className={className}>
      {task.name}
    </Link>
  );
}
