import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { draftSubject } from './note-draft.ts';
import { type WaitingNoteDraft, waitingNoteDrafts } from './waiting-note-drafts.ts';

async function findDraft(owner: string, pk: number): Promise<WaitingNoteDraft | null> {
  const ofNote = draftSubject.note(pk);
  const drafts = await waitingNoteDrafts(owner);
  return (
    drafts.find(
      ({ subject, simplybookId, base }) => subject === ofNote || (simplybookId !== null && base?.pk === pk),
    ) ?? null
  );
}

/**
 * Returns the unsaved text on this device of a note that does not exist any more and that no other editor shows; null
 * when there is none, and undefined until it was looked up.
 */
export function useDeletedNoteDraft(
  owner: string,
  pk: number | null,
  { data, error }: UseQueryResult,
): WaitingNoteDraft | null | undefined {
  const isMissing = data === undefined && error instanceof AppError && error.code === 'NOT_FOUND';
  // Kept while the note is requested again: its editor must stay.
  const [found, setFound] = useState<{ pk: number; draft: WaitingNoteDraft | null }>();
  useEffect(() => {
    if (pk === null || !isMissing) return;
    let isCurrent = true;
    // Without storage there are no drafts.
    void findDraft(owner, pk)
      .catch(() => null)
      .then((draft) => isCurrent && setFound((before) => (before?.pk === pk ? before : { pk, draft })));
    return () => {
      isCurrent = false;
    };
  }, [owner, pk, isMissing]);
  return found?.pk === pk ? found.draft : undefined;
}
