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

/** The lists of the person whose page is open (SHEL-019), with the lists a mentor can add (LIST-018). */
export function ViewedLists({ viewer, userPk }: { viewer: Pick<Me, 'pk' | 'capabilities'>; userPk: number }) {
  const lists = useQuery(listQueries.ofUser(userPk));
  const create = useCreateList();
  const addTemplated = useAddTemplatedList();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'list' | 'template' | null>(null);
  // The person does not exist, or the viewer cannot see their lists.
  if (lists.data === undefined) return null;
  const fullName = lists.data[0]?.user_full_name;
  const firstName = fullName?.split(' ')[0] ?? 'this student';
  const close = () => setDialog(null);
  const show = (slug: string) => void navigate(paths.userTaskList(userPk, slug));
  return (
    <>
      <Lists
        name="viewed"
        title={fullName === undefined ? 'Their To-Do Lists' : `${fullName}'s To-Do Lists`}
        lists={lists.data}
        viewerPk={viewer.pk}
      >
        No shared lists yet.
      </Lists>
      {viewer.capabilities.includes('manage_student_tasks') && (
        <>
          <AddButton onClick={() => setDialog('list')}>
            <span data-private>{`Add list for ${firstName}`}</span>
          </AddButton>
          <AddButton onClick={() => setDialog('template')}>Add templated list</AddButton>
        </>
      )}
      <Suspense>
        {dialog === 'list' && (
          <ListNameDialog
            title="Add a list"
            description={`For ${fullName ?? 'this student'}. Their parents and mentors can see it.`}
            submitLabel="Add"
            onSubmit={async (name) => show((await create.mutateAsync({ name, userPk })).slug)}
            onClose={close}
          />
        )}
        {dialog === 'template' && (
          <AddTemplatedListDialog
            student={{ pk: userPk, fullName: fullName ?? 'this student' }}
            add={addTemplated}
            onAdded={show}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
