import { lazy, type ReactNode, Suspense } from 'react';
import { showSuccess } from '#src/ui/feedback/snackbar.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { noteDraftSubject, toStoredNote } from '../drafts/note-draft.ts';
import { useNoteDraft } from '../drafts/useNoteDraft.ts';
import type { NoteDetail } from '../queries.ts';

const NoteConflictScreen = lazy(async () => ({
  default: (await import('./NoteConflictScreen.tsx')).NoteConflictScreen,
}));

/**
 * Shows a sent note next to text that was written on this device before the note was sent, until the person
 * discards that text. Renders `children` when there is no such text.
 */
export function UnsavedSentNoteText({
  owner,
  note,
  simplybookId,
  title,
  children,
}: {
  owner: string;
  note: NoteDetail;
  simplybookId: number | null;
  /** The page's heading, if it has no other. */
  title?: string;
  children: ReactNode;
}) {
  const subject = noteDraftSubject(note, simplybookId);
  const [draft, setDraft] = useNoteDraft(owner, subject);

  if (draft == null) return children;
  const discard = () => {
    void draftStore.delete(draft.id);
    setDraft(null);
    showSuccess('Your version was discarded', {
      label: 'Undo',
      onSelect: () => void draftStore.put(draft, 'strict').then(() => setDraft(draft)),
    });
  };
  return (
    <Suspense>
      {title !== undefined && <h1 className="mb-4 text-2xl font-semibold">{title}</h1>}
      <NoteConflictScreen
        conflict={{ kind: 'frozen', theirs: toStoredNote(note) }}
        mine={draft.values}
        merged={draft.merged ?? null}
        onTakeTheirs={discard}
      />
    </Suspense>
  );
}
