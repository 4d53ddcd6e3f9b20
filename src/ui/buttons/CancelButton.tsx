import { PlainButton } from './PlainButton.tsx';

/** The Cancel button of forms and dialogs: a ghost button, left of the others. */
export function CancelButton({ onClick }: { onClick: () => void }) {
  return (
    <PlainButton variant="ghost" onClick={onClick}>
      Cancel
    </PlainButton>
  );
}
