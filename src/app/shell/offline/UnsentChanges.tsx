import { Suspense } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { useHasReports } from '#src/features/bug-reports/useHasReports.ts';
import { useSendTaskOutbox } from '#src/features/tasks/useSendTaskOutbox.ts';
import { lazyPart } from '#src/lib/lazy-part.ts';

const ReportDelivery = lazyPart(
  async () => (await import('#src/features/bug-reports/components/ReportDelivery.tsx')).default,
);

/** Sends the task changes and bug reports that are still on this device. */
export function UnsentChanges({ me }: { me: Pick<Me, 'id' | 'pk'> }) {
  useSendTaskOutbox(me.pk);
  const hasReports = useHasReports(me.id);
  if (!hasReports) return null;
  return (
    <Suspense>
      <ReportDelivery owner={me.id} />
    </Suspense>
  );
}
