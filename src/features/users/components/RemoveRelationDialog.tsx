import type { Relative } from '#shared/users/person.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useRemoveUser } from '../relation-mutations.ts';

/** Confirms the removal of a mentor, parent or student from the person. */
export function RemoveRelationDialog({
  person,
  relative,
  onClose,
}: {
  person: { pk: number; full_name: string };
  relative: Relative;
  onClose: () => void;
}) {
  const remove = useRemoveUser();
  const { pk, role, full_name: name } = relative;
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={`Remove ${name}?`}
      description={`${name} will no longer be a ${role} of ${person.full_name}. Access to the student’s data ends at once; nothing is deleted.`}
      busy={remove.isPending}
      busyLabel="Removing"
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button
            variant="danger"
            onClick={() =>
              remove.mutate({ userPk: person.pk, targetUserPk: pk, role }, { onSuccess: onClose })
            }
          >
            Remove {role}
          </Button>
        </>
      }
    />
  );
}
