import { type ReactNode, useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { useDeleteNotes } from '../mutations.ts';

type NoteToDelete = { id: string; title: string };

/** Asks before deleting notes, which cannot be undone. `onDeleted` gets the ids of the deleted notes. */
export function useDeleteNotesDialog({ onDeleted }: { onDeleted: (ids: readonly string[]) => void }): {
  ask: (notes: readonly NoteToDelete[]) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<readonly NoteToDelete[]>([]);
  const [open, setOpen] = useState(false);
  const remove = useDeleteNotes();
  const [only] = asked;
  return {
    ask: (notes) => {
      setAsked(notes);
      setOpen(true);
    },
    dialog: (
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        width="small"
        title={asked.length === 1 ? 'Delete this note?' : `Delete ${asked.length} notes?`}
        description={
          asked.length === 1 && only !== undefined
            ? `This deletes “${only.title}” permanently.`
            : 'This deletes them permanently.'
        }
        busy={remove.isPending}
        busyLabel="Deleting"
        actions={
          <>
            <CancelButton onClick={() => setOpen(false)} />
            <Button
              variant="danger"
              onClick={() =>
                remove.mutate(asked, {
                  onSuccess: ({ deletedNotesIds }) => onDeleted(deletedNotesIds),
                  onSettled: () => setOpen(false),
                })
              }
            >
              Delete
            </Button>
          </>
        }
      />
    ),
  };
}
