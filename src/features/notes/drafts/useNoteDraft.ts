import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { findNoteDraft, type NoteDraft } from './note-draft.ts';

/**
 * Returns the newest draft about a subject on this device, and its setter, for a screen without an editor. The draft is
 * null when there is none, and undefined until it was looked up.
 * @param subject null looks up nothing
 * @param version the version of the stored note. A new version looks up the draft again, because it may be saved now
 */
export function useNoteDraft(
  owner: string,
  subject: string | null,
  version?: number,
): [NoteDraft | null | undefined, Dispatch<SetStateAction<NoteDraft | null | undefined>>] {
  const [draft, setDraft] = useState<NoteDraft | null>();
  useEffect(() => {
    if (subject === null) return;
    let isCurrent = true;
    findNoteDraft(owner, subject).then(
      (found) => isCurrent && setDraft(found),
      // Without storage there are no drafts.
      () => isCurrent && setDraft(null),
    );
    return () => {
      isCurrent = false;
      setDraft(undefined);
    };
  }, [owner, subject, version]);
  return [draft, setDraft];
}
