import type { Relative } from '#shared/users/person.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { useRemoveUser } from '../relation-mutations.ts';

/** Asks before a mentor, parent or student is taken away from the person. */
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
  const loser = role === 'student' ? person.full_name : name;
  const student = role === 'student' ? name : person.full_name;
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={`Remove ${name}?`}
      description={`${loser} loses access to the roadmap, tasks, notes and rating of ${student} at once. Nothing is deleted.`}
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
