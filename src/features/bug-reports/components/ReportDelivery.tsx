import { useReportDelivery } from '../mutations.ts';
import { ReportProgress } from './UnsentReports.tsx';

/** Sends unsent reports while the app is open, and shows the progress of slow uploads. */
export default function ReportDelivery({ owner }: { owner: string }) {
  const report = useReportDelivery(owner).find(
    ({ state, picture }) => state === 'sending' && picture !== null,
  );
  if (report === undefined) return null;
  return (
    <div className="fixed right-4 bottom-4 z-40 w-64 max-w-[calc(100vw-32px)] rounded-card border bg-surface p-3 shadow-float animate-[appear_180ms_ease-out_500ms_both] print:hidden">
      <ReportProgress report={report} />
    </div>
  );
}
