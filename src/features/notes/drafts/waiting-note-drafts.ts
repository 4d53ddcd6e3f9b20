import { waitingDrafts } from '#src/lib/drafts/waiting-drafts.ts';
import { settleWriters } from '#src/lib/drafts/open-writers.ts';
import type { NoteDraft } from './note-draft.ts';

const MEETING = /^meeting:(\d+)$/;

/** Unsaved text of a note that no open editor shows. */
export interface WaitingNoteDraft extends Pick<NoteDraft, 'subject' | 'base'> {
  /** The booking of a meeting note; null for a plain note. */
  simplybookId: number | null;
}

/** Returns a person's drafts that no open editor shows, newest first; also those of other texts. */
export async function waitingNoteDrafts(owner: string): Promise<WaitingNoteDraft[]> {
  await settleWriters();
  return ((await waitingDrafts(owner)) as NoteDraft[]).map(({ subject, base }) => {
    const booking = MEETING.exec(subject)?.[1];
    return { subject, base, simplybookId: booking === undefined ? null : Number(booking) };
  });
}
