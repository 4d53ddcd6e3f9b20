import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { waitingDrafts } from '#src/lib/drafts/draft-store.ts';
import { settleWriters } from '#src/lib/drafts/open-writers.ts';
import { draftSubject, type NoteDraft } from './note-draft.ts';

/** The unsaved text of a note that was deleted elsewhere. */
export interface DeletedNoteDraft {
  subject: string;
  /** The booking of a meeting note; null for a plain note. */
  simplybookId: number | null;
}

const MEETING = /^meeting:(\d+)$/;

async function findDraft(owner: string, pk: number): Promise<DeletedNoteDraft | null> {
  await settleWriters();
  for (const { subject, base } of (await waitingDrafts(owner)) as NoteDraft[]) {
    if (subject === draftSubject.note(pk)) return { subject, simplybookId: null };
    const booking = MEETING.exec(subject)?.[1];
    if (booking !== undefined && base?.pk === pk) return { subject, simplybookId: Number(booking) };
  }
  return null;
}

/**
 * Returns the unsaved text on this device of a note that does not exist any more and that no other editor shows; null
 * when there is none, and undefined until it was looked up.
 */
export function useDeletedNoteDraft(
  owner: string,
  pk: number | null,
  { data, error }: UseQueryResult,
): DeletedNoteDraft | null | undefined {
  const isMissing = data === undefined && error instanceof AppError && error.code === 'NOT_FOUND';
  // Kept while the note is requested again: its editor must stay.
  const [found, setFound] = useState<{ pk: number; draft: DeletedNoteDraft | null }>();
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
