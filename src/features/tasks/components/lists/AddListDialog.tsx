import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { useCreateList } from '../../list-mutations.ts';
import { ListNameDialog } from './ListNameDialog.tsx';

/** Adds a list for the viewer and opens it. */
export function AddListDialog({
  viewer,
  onClose,
}: {
  viewer: Pick<Me, 'capabilities'>;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const create = useCreateList();
  return (
    <ListNameDialog
      title="Add a list"
      description={
        viewer.capabilities.includes('share_lists')
          ? 'Only you see it until you share it with your parents and mentors.'
          : undefined
      }
      submitLabel="Add list"
      onSubmit={async (name) => {
        const list = await create.mutateAsync({ name, userPk: null });
        void navigate(paths.taskList(list.slug));
      }}
      onClose={onClose}
    />
  );
}
