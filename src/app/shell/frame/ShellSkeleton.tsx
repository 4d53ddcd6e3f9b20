import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';

/** A placeholder for a page that is loading. */
export function PageSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true" aria-label="Loading" role="status">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}

/** A placeholder for the shell until the signed-in person is known. */
export function ShellSkeleton() {
  return (
    <div className="grid min-h-dvh bg-canvas md:grid-cols-[240px_minmax(0,1fr)]">
      <div className="hidden border-r bg-surface p-4 md:block">
        <Skeleton className="h-6 w-24" />
      </div>
      <div>
        <div className="h-12 border-b bg-surface" />
        <div className="mx-auto max-w-[1120px] px-4 py-6 md:px-6">
          <PageSkeleton />
        </div>
      </div>
    </div>
  );
}
