import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { VisibleKind } from '#shared/visibility/kinds.ts';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Popover } from '#src/ui/overlays/Popover.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { readersQuery } from '../queries.ts';

function Readers({ kind, pk, viewerPk }: { kind: VisibleKind; pk: number; viewerPk: number }) {
  const { data, isError, isFetching, refetch } = useQuery(readersQuery(kind, pk));
  if (data === undefined) {
    if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
    return <SkeletonText lines={3} />;
  }
  if (data.length === 1) return <p>Only you</p>;
  return (
    <ul aria-label="Who can see this" className="grid gap-1">
      {data.map((reader) => (
        <li key={reader.user.id} className="flex justify-between gap-4">
          <span className="min-w-0 truncate">
            {reader.user.fullName}
            {reader.user.pk === viewerPk && <span className="text-muted"> (you)</span>}
          </span>
          <span className="text-muted capitalize">{reader.kind}</span>
        </li>
      ))}
    </ul>
  );
}

/** A button that names the people who can see something now, by the server's own rules. */
export function WhoCanSee({ kind, pk, viewerPk }: { kind: VisibleKind; pk: number; viewerPk: number }) {
  // 'View as parent' uses a virtual parent, who is in no list of readers.
  if (viewerPk === 0) return null;
  return (
    <Popover
      label="Who can see this"
      className="w-72 p-4"
      trigger={
        <Button variant="ghost" icon={<Eye aria-hidden className="size-4" />} className="print:hidden">
          Who can see this
        </Button>
      }
    >
      {() => (
        <div data-private className="grid max-h-80 gap-2 overflow-y-auto text-sm">
          <h2 className="font-semibold">Who can see this</h2>
          <Readers kind={kind} pk={pk} viewerPk={viewerPk} />
        </div>
      )}
    </Popover>
  );
}
