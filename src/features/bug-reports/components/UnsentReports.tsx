import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { truncate } from '#src/lib/truncate.ts';
import { deleteReport } from '#src/transport/report-outbox.ts';
import { Card } from '#src/ui/Card.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Progress } from '#src/ui/Progress.tsx';
import { bugReportQueries } from '../queries.ts';

/** A person's reports that are still on this device, and how far each of them is. */
export function UnsentReports({ owner }: { owner: string }) {
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
                <p className="text-sm text-danger">The server refuses it: {report.error}</p>
              ) : report.state === 'sending' ? (
                <Progress
                  label={
                    report.picture !== null && report.uploaded === null
                      ? 'Sending the picture'
                      : 'Sending the report'
                  }
                  value={report.picture === null || report.uploaded === null ? 1 : 2}
                  max={3}
                />
              ) : (
                <p className="text-sm text-muted">Waits for the network</p>
              )}
            </div>
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
