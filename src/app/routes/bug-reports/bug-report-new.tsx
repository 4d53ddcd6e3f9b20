import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { ReportForm } from '#src/features/bug-reports/components/ReportForm.tsx';
import { UnsentReports } from '#src/features/bug-reports/components/UnsentReports.tsx';
import { type Capture, takeCapture } from '#src/transport/report-outbox.ts';
import type { OutgoingReport } from '#src/transport/report-queue.ts';
import { backOf } from '../../shell/back-link.ts';
import { useMe } from '../../shell/me.ts';

declare const __COMMIT_HASH__: string;

/** /bug_reports/new/: from the user menu, and in the extension with `?capture=`, the id of the screenshot. */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const formLocation = useLocation();
  const { state } = formLocation as { state: { page?: string } | null };
  const [captured, setCaptured] = useState<(Capture & { bitmap: ImageBitmap }) | null>(null);
  const captureId = useSearchParams()[0].get('capture');
  useEffect(() => {
    if (captureId === null) return;
    void takeCapture(captureId).then(async (capture) => {
      // Ignores null: the first call deletes the capture, and strict mode runs this effect twice.
      if (capture !== null) setCaptured({ ...capture, bitmap: await createImageBitmap(capture.picture) });
    });
  }, [captureId]);
  const [refused, setRefused] = useState<{ report: OutgoingReport; bitmap: ImageBitmap | null } | null>(null);
  const [sentCount, setSentCount] = useState(0);
  const correct = async (report: OutgoingReport) => {
    // Leaves out a screenshot that cannot be read.
    const bitmap = report.picture === null ? null : createImageBitmap(report.picture).catch(() => null);
    setRefused({ report, bitmap: await bitmap });
  };
  const finish = () => {
    // Empties the form now: the next page can take long to load, and a second click would send the report again.
    setCaptured(null);
    setRefused(null);
    setSentCount((count) => count + 1);
    void navigate(backOf(formLocation, paths.home));
  };
  const pageAddress = state?.page === undefined ? '' : new URL(state.page, location.origin).href;
  const start = refused === null ? captured : { bitmap: refused.bitmap, masks: [] };
  return (
    <>
      <title>Report a bug · GoPath</title>
      <div className="mx-auto grid max-w-[720px] gap-4">
        <h1 className="text-2xl font-semibold">Report a bug</h1>
        <UnsentReports owner={me.id} onCorrect={(report) => void correct(report)} />
        <ReportForm
          draftOwner={String(me.pk)}
          context={{
            owner: me.id,
            page: refused?.report.page ?? captured?.page ?? pageAddress,
            commitHash: __COMMIT_HASH__,
          }}
          key={`${sentCount} ${refused?.report.id ?? (captured === null ? 'plain' : 'captured')}`}
          start={start?.bitmap ? { picture: start.bitmap, masks: start.masks } : null}
          correcting={refused?.report ?? null}
          onDone={finish}
        />
      </div>
    </>
  );
}
