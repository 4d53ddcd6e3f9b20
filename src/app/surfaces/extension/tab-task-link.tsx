import { paths } from '#shared/kernel/paths.ts';
import type { RenderTaskLink } from '#src/features/tasks/components/upcoming/UpcomingTasks.tsx';
import { appPage } from './app-page.ts';

/** Renders links that open tasks of the full app in a new tab. */
export function tabTaskLink(viewerPk: number): RenderTaskLink {
  return (task, className) => {
    const { pk, userPk: ownerPk, containingList } = task;
    const path = paths.taskFor(viewerPk, { pk, ownerPk, slug: containingList.slug });
    return (
      <a href={appPage(path)} target="_blank" rel="noreferrer" title={task.name} className={className}>
        {task.name}
      </a>
    );
  };
}
