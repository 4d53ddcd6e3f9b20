import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';

/** Says that a meeting note could not be sent, and retries. */
export function NotSentBanner({ onRetry }: { onRetry: () => void }) {
  return (
    <Banner tone="warning" action={<Button onClick={onRetry}>Try again</Button>}>
      <strong className="font-semibold">Not sent.</strong> The server could not be reached. Trying again is
      safe: no one gets the note twice.
    </Banner>
  );
}
