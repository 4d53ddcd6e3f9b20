import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { readPk } from '#shared/kernel/ids.ts';
import { DeletedEssay } from '#src/features/essays/components/DeletedEssay.tsx';
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
  // Kept while the essay is requested again: the editor of its unsaved text must stay.
  const [missingPk, setMissingPk] = useState<number | null>(null);
  if (isMissing && missingPk !== pk) setMissingPk(pk);
  if (pk === null || studentPk === null) return <NotFoundPage />;
  // An essay that is deleted while it is open stays on the screen: its unsaved text can be saved as a new one.
  if (data === undefined && (isMissing || missingPk === pk)) {
    return (
      <DeletedEssay key={pk} owner={String(me.pk)} studentPk={studentPk} pk={pk}>
        <NotFoundPage />
      </DeletedEssay>
    );
  }
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
