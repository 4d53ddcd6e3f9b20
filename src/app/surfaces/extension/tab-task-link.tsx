import { paths } from '#shared/kernel/paths.ts';
import type { RenderTaskLink } from '#src/features/tasks/components/UpcomingTasks.tsx';
import { appPage } from './app-page.ts';

/** Links to a task in a tab of the full app. */
export function tabTaskLink(viewerPk: number): RenderTaskLink {
  return (task, className) => {
    const { slug } = task.containingList;
    const path =
      task.userPk === viewerPk ? paths.task(slug, task.pk) : paths.userTask(task.userPk, slug, task.pk);
    return (
      <a href={appPage(path)} target="_blank" rel="noreferrer" title={task.name} className={className}>
        {task.name}
      </a>
    );
  };
}
