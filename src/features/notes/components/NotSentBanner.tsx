import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';

/** A meeting note whose sending failed: it is still here, and can be tried again. */
export function NotSentBanner({ onRetry }: { onRetry: () => void }) {
  return (
    <Banner tone="warning" action={<Button onClick={onRetry}>Try again</Button>}>
      <strong className="font-semibold">Not sent.</strong> The server could not be reached. Trying again is
      safe: nobody gets the note twice.
    </Banner>
  );
}
