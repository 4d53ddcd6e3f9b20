import { lazy, Suspense } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { useHasReports } from '#src/features/bug-reports/useHasReports.ts';
import { useSendTaskOutbox } from '#src/features/tasks/mutations.ts';

const ReportDelivery = lazy(async () => import('#src/features/bug-reports/components/ReportDelivery.tsx'));

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
