import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { findNoteDraft, type NoteDraft } from './note-draft.ts';

/**
 * Returns the newest draft about a subject on this device, for a screen without an editor, like a state: null when there
 * is none, undefined until it was looked up.
 * @param subject null looks up nothing
 * @param version the version of the stored note: a change may have come from the draft, which is looked up again
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
