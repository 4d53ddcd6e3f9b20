import { useParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { EssayList } from '#src/features/essays/components/EssayList.tsx';
import { useDeleteDiscardedEssays } from '#src/features/essays/useDeleteDiscardedEssays.ts';
import { NotFoundPage } from '../not-found.tsx';
import { useMe } from '../../shell/me.ts';

/** /essays/{id}/ (SHEL-005): the essays of a student. */
export function Component() {
  const me = useMe();
  useDeleteDiscardedEssays(String(me.pk));
  const studentPk = readPk(useParams()['studentPk']);
  if (studentPk === null) return <NotFoundPage />;
  return (
    <>
      <title>Essays · GoPath</title>
      <EssayList key={studentPk} owner={String(me.pk)} studentPk={studentPk} isOwn={studentPk === me.pk} />
    </>
  );
}
