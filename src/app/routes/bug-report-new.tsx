import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { ReportForm } from '#src/features/bug-reports/components/ReportForm.tsx';
import { UnsentReports } from '#src/features/bug-reports/components/UnsentReports.tsx';
import { type Capture, takeCapture } from '#src/transport/report-outbox.ts';
import { useMe } from '../shell/me.ts';

declare const __COMMIT_HASH__: string;

/** /bug_reports/new/: from the user menu, and in the extension with the picture that was captured. */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { page?: string } | null };
  const [captured, setCaptured] = useState<(Capture & { bitmap: ImageBitmap }) | null>(null);
  useEffect(() => {
    void takeCapture().then(async (capture) => {
      // Taken once: a second look, as in strict mode, must not lose it.
      if (capture !== null) setCaptured({ ...capture, bitmap: await createImageBitmap(capture.picture) });
    });
  }, []);
  const page = captured?.page ?? (state?.page === undefined ? '' : new URL(state.page, location.origin).href);
  return (
    <>
      <title>Report a bug · GoPath</title>
      <div className="mx-auto grid max-w-[720px] gap-4">
        <h1 className="text-2xl font-semibold">Report a bug</h1>
        <UnsentReports owner={me.id} />
        <ReportForm
          draftOwner={String(me.pk)}
          context={{ owner: me.id, page, commitHash: __COMMIT_HASH__ }}
          key={captured === null ? 'plain' : 'captured'}
          captured={captured && { picture: captured.bitmap, masks: captured.masks }}
          onDone={() => void navigate(state?.page ?? paths.home)}
        />
      </div>
    </>
  );
}
