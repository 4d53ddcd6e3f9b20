import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useNavigate, useParams } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { TaskDetailView } from '#src/features/tasks/components/detail/TaskDetailView.tsx';
import { TaskListView } from '#src/features/tasks/components/lists/TaskListView.tsx';
import { listPageQuery } from '#src/features/tasks/list-page-query.ts';
import { WhoCanSee } from '#src/features/visibility/components/WhoCanSee.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { NotFoundPage } from '../not-found.tsx';
import { PageSkeleton } from '../../shell/frame/ShellSkeleton.tsx';
import { useMe } from '../../shell/me.ts';

/**
 * /tasks/{slug}/ and /tasks/{slug}/{id}/, and the same below /users/{id}/ (LIST-001, LIST-002, TASK-002, TASK-003): the
 * list with the task next to it; on a small screen only one of the two.
 */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const params = useParams();
  const slug = params['slug'] ?? '';
  const userPk = params['userPk'] === undefined ? null : readPk(params['userPk']);
  const taskPk = params['pk'] === undefined ? null : readPk(params['pk']);
  const isMalformed =
    (params['userPk'] !== undefined && userPk === null) || (params['pk'] !== undefined && taskPk === null);
  const query = useQuery({ ...listPageQuery(slug, userPk), enabled: !isMalformed });

  const listPath = userPk === null ? paths.taskList(slug) : paths.userTaskList(userPk, slug);
  const linkTo = (pk: number) => paths.taskFor(me.pk, { pk, ownerPk: userPk ?? me.pk, slug });

  const isMissing = isMalformed || (query.error instanceof AppError && query.error.code === 'NOT_FOUND');
  if (isMissing) return <NotFoundPage />;
  if (query.data === undefined) {
    if (query.error === null) return <PageSkeleton />;
    return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  const list = query.data;
  return (
    <div
      className={clsx(
        'grid items-start gap-6',
        taskPk === null
          ? 'mx-auto w-full max-w-[720px] grid-cols-[minmax(0,1fr)]'
          : 'grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
      )}
    >
      <title>{`${list.name} · GoPath`}</title>
      {/* On a small screen the list with its heading is hidden. */}
      {taskPk !== null && <h1 className="sr-only lg:hidden">{list.name}</h1>}
      <div className={clsx('min-w-0', taskPk !== null && 'hidden lg:block')}>
        <TaskListView
          viewer={me}
          list={list}
          currentPk={taskPk}
          linkTo={linkTo}
          ownerPath={paths.user(list.userId)}
          visibility={<WhoCanSee kind="list" pk={list.pk} viewerPk={me.pk} />}
          onDeleted={() => void navigate(paths.tasks, { replace: true })}
        />
      </div>
      {taskPk !== null && (
        <div className="min-w-0 lg:sticky lg:top-18 lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto lg:rounded-card lg:border lg:bg-surface lg:p-5">
          <TaskDetailView
            viewerPk={me.pk}
            pk={taskPk}
            listPath={listPath}
            linkTo={linkTo}
            noteLinkTo={paths.note}
            onGone={() => void navigate(listPath, { replace: true })}
          />
        </div>
      )}
    </div>
  );
}
