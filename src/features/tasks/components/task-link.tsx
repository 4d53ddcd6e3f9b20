import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { RenderTaskLink } from './upcoming/UpcomingTasks.tsx';

/** Returns the path of a task as the viewer sees it. */
export function taskPath(
  { pk, userPk, containingList }: { pk: number; userPk: number; containingList: { slug: string } },
  viewerPk: number,
): string {
  return paths.taskFor(viewerPk, { pk, ownerPk: userPk, slug: containingList.slug });
}

/** Renders links to tasks within the app. */
export function taskLink(viewerPk: number): RenderTaskLink {
  return (task, className) => (
    <Link to={taskPath(task, viewerPk)} className={className}>
      {task.name}
    </Link>
  );
}
