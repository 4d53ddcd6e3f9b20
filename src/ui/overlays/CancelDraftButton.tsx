import { useState } from 'react';
import type { FormDraft } from '#src/lib/drafts/form-draft.ts';
import { CancelButton } from '../buttons/CancelButton.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';

/** The Cancel button of a form with a draft. Asks before it discards a changed draft. */
export function CancelDraftButton({
  draft,
  discards,
  onCancel,
}: {
  draft: Pick<FormDraft<unknown>, 'isChanged' | 'discard'>;
  /** What is lost: a new object, or the changes of an existing one. */
  discards: 'article' | 'changes' | 'review' | 'task';
  /** Runs after the draft was discarded. */
  onCancel: () => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  function discard() {
    draft.discard();
    onCancel();
  }
  return (
    <>
      <CancelButton onClick={() => (draft.isChanged() ? setIsAsking(true) : discard())} />
      <DiscardDialog
        open={isAsking}
        title={discards === 'changes' ? 'Discard your changes?' : `Discard this ${discards}?`}
        discardLabel={`Discard ${discards}`}
        onKeep={() => setIsAsking(false)}
        onDiscard={discard}
      />
    </>
  );
}
