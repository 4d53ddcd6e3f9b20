import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { readPk } from '#shared/kernel/ids.ts';
import { EssayPage } from '#src/features/essays/components/EssayPage.tsx';
import { essayQueries } from '#src/features/essays/queries.ts';
import { WhoCanSee } from '#src/features/visibility/components/WhoCanSee.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { PageSkeleton } from '../../shell/frame/ShellSkeleton.tsx';
import { NotFoundPage } from '../not-found.tsx';
import { useMe } from '../../shell/me.ts';

/** /essays/{student}/{id}/: one essay of a student. */
export function Component() {
  const me = useMe();
  const params = useParams();
  const studentPk = readPk(params['studentPk']);
  const pk = readPk(params['pk']);
  const { data, error, isFetching, refetch } = useQuery({
    ...essayQueries.detail(pk ?? 0),
    enabled: pk !== null,
  });
  const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
  // An essay that is deleted while it is open stays on the screen: its unsaved text can be saved as a new one.
  if (pk === null || studentPk === null || (data === undefined && isMissing)) return <NotFoundPage />;
  if (data === undefined) {
    if (error === null) return <PageSkeleton />;
    return <ErrorState asPage onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (data.student.pk !== studentPk) return <NotFoundPage />;
  return (
    <>
      <title>{`${data.title} · GoPath`}</title>
      <EssayPage
        key={pk}
        owner={String(me.pk)}
        essay={data}
        isOwn={me.pk === studentPk}
        visibility={<WhoCanSee kind="essay" pk={pk} viewerPk={me.pk} />}
      />
    </>
  );
}
