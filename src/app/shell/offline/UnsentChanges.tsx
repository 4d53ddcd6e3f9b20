import { Suspense, useEffect } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { useHasReports } from '#src/features/bug-reports/useHasReports.ts';
import { useSendTaskOutbox } from '#src/features/tasks/useSendTaskOutbox.ts';
import { UNSTORED_DRAFT } from '#src/lib/drafts/unstored-draft-event.ts';
import { lazyPart } from '#src/lib/lazy-part.ts';
import { showError } from '#src/ui/feedback/snackbar.ts';

const ReportDelivery = lazyPart(
  async () => (await import('#src/features/bug-reports/components/ReportDelivery.tsx')).default,
);

/** Says that this device cannot store what the person types, also above the dialog of a form. */
function sayNotStored() {
  showError('This device can’t store your draft. Save before leaving.');
}

/** Sends the task changes and bug reports that are still on this device. */
export function UnsentChanges({ me }: { me: Pick<Me, 'id' | 'pk'> }) {
  useSendTaskOutbox(me.pk);
  useEffect(() => {
    addEventListener(UNSTORED_DRAFT, sayNotStored);
    return () => removeEventListener(UNSTORED_DRAFT, sayNotStored);
  }, []);
  const hasReports = useHasReports(me.id);
  if (!hasReports) return null;
  return (
    <Suspense>
      <ReportDelivery owner={me.id} />
    </Suspense>
  );
}
