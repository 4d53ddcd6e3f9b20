import clsx from 'clsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';

/** A placeholder for one field with its label. */
export function FieldSkeleton() {
  return (
    <div className="grid gap-1">
      <Skeleton className="h-5 w-16" />
      <Skeleton className="h-control w-full" />
    </div>
  );
}

/** A placeholder with the layout of the note form, while the draft is looked up on this device. */
export function NoteEditorSkeleton({ fill, withStudent }: { fill: boolean; withStudent: boolean }) {
  return (
    <div
      role="status"
      aria-label="Loading editor"
      className={clsx('flex flex-col gap-4', fill && 'min-h-0 flex-1')}
    >
      {Array.from({ length: withStudent ? 2 : 1 }, (_, field) => (
        <FieldSkeleton key={field} />
      ))}
      <div
        className={clsx(
          'grid gap-1',
          fill ? 'min-h-0 flex-1 grid-rows-[auto_1fr]' : 'grid-rows-[auto_281px]',
        )}
      >
        <Skeleton className="h-5 w-12" />
        <Skeleton className="h-full min-h-40 w-full" />
      </div>
    </div>
  );
}
