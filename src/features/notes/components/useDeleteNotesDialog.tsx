import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useDeleteNotes } from '../mutations.ts';
import type { NoteToDelete } from './DeleteNotesDialog.tsx';

/** Loaded on demand: lists of notes must appear quickly. */
const DeleteNotesDialog = lazy(async () => ({
  default: (await import('./DeleteNotesDialog.tsx')).DeleteNotesDialog,
}));

/** Asks before deleting notes, which cannot be undone. `onDeleted` gets the ids of the deleted notes. */
export function useDeleteNotesDialog({ onDeleted }: { onDeleted: (ids: readonly string[]) => void }): {
  ask: (notes: readonly NoteToDelete[]) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<readonly NoteToDelete[]>([]);
  const [open, setOpen] = useState(false);
  const remove = useDeleteNotes();
  return {
    ask: (notes) => {
      setAsked(notes);
      setOpen(true);
    },
    dialog: asked.length > 0 && (
      <Suspense>
        <DeleteNotesDialog
          notes={asked}
          open={open}
          busy={remove.isPending}
          onClose={() => setOpen(false)}
          onConfirm={() =>
            remove.mutate(asked, {
              onSuccess: ({ deletedNotesIds }) => onDeleted(deletedNotesIds),
              onSettled: () => setOpen(false),
            })
          }
        />
      </Suspense>
    ),
  };
}
