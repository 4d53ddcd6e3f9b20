import { lazy, type ReactNode, Suspense, useState } from 'react';
import { deleteDraftsAbout } from '#src/lib/drafts/delete-drafts.ts';
import { storedNoteSubject } from '../drafts/note-draft.ts';
import { useDeleteNotes } from '../mutations.ts';
import type { NoteSummary } from '../queries.ts';

type NoteToDelete = Pick<NoteSummary, 'id' | 'pk' | 'title' | 'meetingNote'>;

/** Loaded on demand: lists of notes must appear quickly. */
const DeleteNotesDialog = lazy(async () => ({
  default: (await import('./DeleteNotesDialog.tsx')).DeleteNotesDialog,
}));

/**
 * Asks before deleting notes, which cannot be undone. Also deletes the viewer's drafts of them on this device.
 * `onDeleted` gets the ids of the deleted notes.
 */
export function useDeleteNotesDialog({
  viewerPk,
  onDeleted,
}: {
  viewerPk: number;
  onDeleted: (ids: readonly string[]) => void;
}): {
  ask: (notes: readonly NoteToDelete[]) => void;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<readonly NoteToDelete[]>([]);
  const [open, setOpen] = useState(false);
  const remove = useDeleteNotes<NoteToDelete>((notes) =>
    deleteDraftsAbout(String(viewerPk), notes.map(storedNoteSubject)),
  );
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
