import { useEffect } from 'react';
import type { FormDraft, FormDraftState } from './form-draft.ts';

/**
 * Fills a form with its draft when the draft was looked up, restored or discarded.
 * @param reset sets the values of the form
 */
export function useDraftInForm<Values>(
  draft: FormDraft<Values>,
  { ready, restoredFrom }: FormDraftState<Values>,
  reset: (values: Values) => void,
): void {
  useEffect(() => {
    if (ready) reset(draft.read().values);
  }, [draft, ready, reset, restoredFrom]);
}
