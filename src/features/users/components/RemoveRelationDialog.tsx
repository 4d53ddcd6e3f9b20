import type { Person, Relative } from '#shared/users/person.ts';
import { removalEffect } from '#shared/users/relations.ts';
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
  person: Person;
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
      description={removalEffect(person, relative)}
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
