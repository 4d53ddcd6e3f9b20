import { readerFormat } from '#src/lib/dates/reader-zone.ts';
import { Banner } from './Banner.tsx';
import { Button } from '../buttons/Button.tsx';
import { showSuccess } from './snackbar.ts';

const draftTime = readerFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Says that a form shows a draft from this device. */
export function DraftBanner({
  restoredFrom,
  onDiscard,
}: {
  /** When the draft was written. */
  restoredFrom: Date;
  /** Discards the draft. @returns a function that restores it */
  onDiscard: () => () => void;
}) {
  return (
    <Banner
      action={
        <Button
          onClick={() => {
            const undo = onDiscard();
            showSuccess('Draft discarded', { label: 'Undo', onSelect: undo });
          }}
        >
          Discard draft
        </Button>
      }
    >
      <strong className="font-semibold">Draft restored</strong> from {draftTime().format(restoredFrom)}. It is
      not saved to the server yet.
    </Banner>
  );
}
