import { CloudOff } from 'lucide-react';
import { momentInSentence } from '#src/lib/dates/relative-time.ts';
import { isOffline } from '#shared/kernel/errors.ts';

/** Shows why the server did not respond, the age of the shown data, and a retry button. */
export function Notice({
  error,
  cachedAt,
  retrying,
  onRetry,
}: {
  error: Error;
  cachedAt: Date | null;
  retrying: boolean;
  onRetry: () => void;
}) {
  const what = isOffline(error)
    ? 'Offline.'
    : 'Data Load Error: An error occurred while loading this resource.';
  return (
    <div
      role="status"
      className="flex items-center gap-2 rounded-card bg-warning-soft px-3 py-2 text-warning"
    >
      <CloudOff aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        {what} {cachedAt !== null && `Shown as of ${momentInSentence(cachedAt, undefined, true)}.`}
      </span>
      <button
        type="button"
        onClick={onRetry}
        aria-disabled={retrying || undefined}
        className="h-6 rounded-control px-1 font-medium underline-offset-2 hover:underline aria-disabled:opacity-55"
      >
        Try again
      </button>
    </div>
  );
}
