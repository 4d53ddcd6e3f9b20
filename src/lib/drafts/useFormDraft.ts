import { useEffect, useState, useSyncExternalStore } from 'react';
import { waitingDraft } from './draft-store.ts';
import { FormDraft, type FormDraftOptions, type FormDraftState } from './form-draft.ts';
import { closingEditors } from './open-editors.ts';

/** The kept values of one open form. They live as long as the component: give that a `key` of owner and subject. */
export function useFormDraft<Values>(
  options: FormDraftOptions<Values>,
): [FormDraftState<Values>, FormDraft<Values>] {
  const [draft] = useState(() => new FormDraft(options));
  useEffect(() => {
    void draft.open();
    return () => void draft.close();
  }, [draft]);
  return [useSyncExternalStore(draft.subscribe, draft.read), draft];
}

/**
 * The name of a draft that waits to be gone on with; null when there is none.
 * @param isOpen whether its form is open: looks again when it was closed
 */
export function useWaitingDraft(owner: string, subject: string, isOpen: boolean): string | null {
  const [title, setTitle] = useState<string | null>(null);
  useEffect(() => {
    if (isOpen) return;
    let isStale = false;
    void Promise.all(closingEditors)
      .then(() => waitingDraft(owner, subject))
      .catch(() => null)
      .then((found) => isStale || setTitle(found));
    return () => {
      isStale = true;
    };
  }, [owner, subject, isOpen]);
  return title;
}
