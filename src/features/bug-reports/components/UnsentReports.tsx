import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { truncate } from '#src/lib/truncate.ts';
import { deleteReport } from '#src/transport/report-outbox.ts';
import type { OutgoingReport } from '#src/transport/report-queue.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Progress } from '#src/ui/feedback/Progress.tsx';
import { bugReportQueries } from '../queries.ts';
import { useUploadProgress } from '../useUploadProgress.ts';

/** A person's unsent reports on this device, with their progress. */
export function UnsentReports({
  owner,
  onCorrect,
}: {
  owner: string;
  /** Opens the form with a report that the server refused. */
  onCorrect: (report: OutgoingReport) => void;
}) {
  const { data = [] } = useQuery(bugReportQueries.unsent(owner));
  if (data.length === 0) return null;
  return (
    <Card title="Not sent yet">
      <ul className="grid gap-3">
        {data.map((report) => (
          <li key={report.id} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 gap-1">
              <p>{truncate(report.body, 120)}</p>
              {report.state === 'failed' ? (
                <p className="text-sm text-danger">The server rejected it: {report.error}</p>
              ) : report.state === 'sending' ? (
                <ReportProgress report={report} />
              ) : (
                <p className="text-sm text-muted">Waiting for the network</p>
              )}
            </div>
            {report.state === 'failed' && (
              <IconButton
                label={`Correct the report “${truncate(report.body, 30)}” and send it again`}
                icon={<Pencil />}
                onClick={() => onCorrect(report)}
              />
            )}
            <IconButton
              label={`Delete the report “${truncate(report.body, 30)}”`}
              icon={<Trash2 />}
              onClick={() => void deleteReport(report.id)}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Shows the uploaded bytes if they are known, else only the current step. */
export function ReportProgress({ report }: { report: OutgoingReport }) {
  const progress = useUploadProgress(report.id);
  if (report.picture === null || report.uploaded !== null) {
    return <p className="text-sm text-muted">Sending the report</p>;
  }
  if (progress === null) return <p className="text-sm text-muted">Sending the screenshot</p>;
  return (
    <Progress
      label="Sending the screenshot"
      value={progress.sent}
      max={progress.total}
      valueText={`${kilobytes(progress.sent)} of ${kilobytes(progress.total)} kB`}
    />
  );
}

function kilobytes(bytes: number): string {
  return Math.ceil(bytes / 1000).toLocaleString();
}
