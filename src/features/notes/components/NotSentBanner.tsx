import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';

/** Shows that a meeting note was not sent, with a retry button. */
export function NotSentBanner({ onRetry }: { onRetry: () => void }) {
  return (
    <Banner tone="warning" action={<Button onClick={onRetry}>Try again</Button>}>
      <strong className="font-semibold">Not sent.</strong> Trying again is safe: no one gets the note twice.
    </Banner>
  );
}
