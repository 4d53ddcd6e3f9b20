import { CircleAlert, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';

/** Rows to come, in their real shape. */
export function RowsToCome() {
  return (
    <div aria-hidden className="appear-late grid px-3 pt-3">
      {['w-56', 'w-72', 'w-48'].map((width) => (
        <div key={width} className="flex h-10 items-center gap-3">
          <Skeleton className="size-6" />
          <Skeleton className={`h-4 max-w-3/5 ${width}`} />
        </div>
      ))}
    </div>
  );
}

/** Nothing was found: what was searched, and what else can be done. */
export function FoundNothing({ children, hint }: { children: ReactNode; hint?: string }) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
      <p className="max-w-full font-medium break-words">{children}</p>
      {hint && <p className="text-muted">{hint}</p>}
    </div>
  );
}

/** Something could not be searched: why, and a way to try again. */
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
    <div className="mx-1 mt-3 flex flex-wrap items-center gap-3 rounded-control bg-sunken px-3 py-2">
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
