import { PlainButton } from './PlainButton.tsx';

/** 'Cancel', in every form and dialog: the quietest of their buttons, and left of the others. */
export function CancelButton({ onClick }: { onClick: () => void }) {
  return (
    <PlainButton variant="ghost" onClick={onClick}>
      Cancel
    </PlainButton>
  );
}
