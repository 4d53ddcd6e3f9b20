import { useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { deleteDraftsAbout } from '#src/lib/drafts/delete-drafts.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { commentDraftSubject, detailsDraftSubject, essayDraftSubject } from '../essay-draft.ts';
import { useDeleteEssay } from '../mutations.ts';
import type { EssayDetail } from '../queries.ts';

/** Asks before deleting an essay with its drafts on this device, then opens the student's list. */
export function DeleteEssayDialog({
  open,
  owner,
  essay,
  onClose,
}: {
  open: boolean;
  owner: string;
  essay: EssayDetail;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const remove = useDeleteEssay(() =>
    deleteDraftsAbout(owner, [
      essayDraftSubject(essay),
      detailsDraftSubject(essay),
      commentDraftSubject(essay.id),
    ]),
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Delete ${essay.title}?`}
      description="This deletes the essay with its versions and comments."
      width="small"
      busy={remove.isPending}
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button
            variant="danger"
            onClick={() =>
              remove.mutate(
                { id: essay.id, title: essay.title },
                { onSuccess: () => void navigate(paths.essays(essay.student.pk), { replace: true }) },
              )
            }
          >
            Delete
          </Button>
        </>
      }
    />
  );
}
