import clsx from 'clsx';

/** A placeholder for content that is loading; className sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx('pulse-quiet block rounded-control bg-border', className ?? 'h-4 w-full')}
    />
  );
}

/** Placeholder lines for text that is loading, announced once. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className="grid gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={clsx('h-4', line === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </div>
  );
}
