import clsx from 'clsx';

/** A grey place-holder in the shape of what will come; give it the real size by className. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx('pulse-quiet block rounded-control bg-border', className ?? 'h-4 w-full')}
    />
  );
}

/** Some lines of text to come, announced once. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" aria-label="Loading" className="grid gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={clsx('h-4', line === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </div>
  );
}
