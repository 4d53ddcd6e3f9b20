import { CircleAlert, CloudOff } from 'lucide-react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';

/** Placeholder rows for loading results. */
export function ResultsSkeleton() {
  return (
    <div aria-hidden className="appear-late grid min-h-0 shrink-[999] overflow-hidden px-5 pt-3">
      {['w-2/5', 'w-3/5', 'w-1/3'].map((width) => (
        <div key={width} className="flex h-10 items-center gap-3 max-sm:h-12 pointer-coarse:h-12">
          <Skeleton className="size-6" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  );
}

/** Says that nothing was found. */
export function FoundNothing({ children }: { children: string }) {
  return <p className="shrink-0 px-4 py-10 text-center font-medium text-balance wrap-anywhere">{children}</p>;
}

/** Shows which searches failed and why, with a retry button. */
export function NotSearched({
  isOffline,
  retrying,
  onRetry,
  children,
}: {
  isOffline: boolean;
  retrying: boolean;
  onRetry: () => void;
  children: string;
}) {
  return (
    <div className="m-2 flex shrink-0 flex-wrap items-center gap-3 rounded-control bg-sunken px-3 py-2">
      {isOffline ? (
        <CloudOff aria-hidden className="size-4 shrink-0 text-muted" />
      ) : (
        <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
      )}
      <p className="min-w-0 flex-1 basis-48">{children}</p>
      <Button onClick={onRetry} busy={retrying}>
        Try again
      </Button>
    </div>
  );
}
