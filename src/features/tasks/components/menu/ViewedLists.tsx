import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { useAddTemplatedList, useCreateList } from '../../list-mutations.ts';
import { listQueries } from '../../list-queries.ts';
import { AddButton, Lists } from './TaskMenuLists.tsx';

const ListNameDialog = lazy(async () => ({
  default: (await import('../lists/ListNameDialog.tsx')).ListNameDialog,
}));
const AddTemplatedListDialog = lazy(async () => ({
  default: (await import('../lists/AddTemplatedListDialog.tsx')).AddTemplatedListDialog,
}));

/** A student of the viewer. */
export type Student = Me['students'][number];

/** The lists of the student whose page is open (SHEL-019), with the lists a mentor can add (LIST-018). */
export function ViewedLists({
  viewer,
  student: { pk, full_name: fullName },
}: {
  viewer: Pick<Me, 'pk' | 'capabilities'>;
  student: Student;
}) {
  const lists = useQuery(listQueries.ofUser(pk));
  const create = useCreateList();
  const addTemplated = useAddTemplatedList();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'list' | 'template' | null>(null);
  if (lists.data === undefined) return null;
  const close = () => setDialog(null);
  const show = (slug: string) => void navigate(paths.userTaskList(pk, slug));
  return (
    <>
      <Lists name="viewed" title={`${fullName}'s To-Do Lists`} lists={lists.data} viewerPk={viewer.pk}>
        No shared lists yet.
      </Lists>
      {viewer.capabilities.includes('manage_student_tasks') && (
        <>
          <AddButton onClick={() => setDialog('list')}>
            <span data-private>{`Add list for ${fullName.split(' ')[0] ?? fullName}`}</span>
          </AddButton>
          <AddButton onClick={() => setDialog('template')}>Add templated list</AddButton>
        </>
      )}
      <Suspense>
        {dialog === 'list' && (
          <ListNameDialog
            title="Add a list"
            description={`For ${fullName}. Their parents and mentors can see it.`}
            submitLabel="Add list"
            onSubmit={async (name) => show((await create.mutateAsync({ name, userPk: pk })).slug)}
            onClose={close}
          />
        )}
        {dialog === 'template' && (
          <AddTemplatedListDialog
            student={{ pk, fullName }}
            add={addTemplated}
            onAdded={show}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
