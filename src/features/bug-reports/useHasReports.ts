import { useEffect, useState } from 'react';
import { useMatch } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { reportQueue } from '#src/transport/report-queue.ts';

/** Returns whether this device has bug reports to send, or will soon. Once true, it stays true. */
export function useHasReports(owner: string): boolean {
  // The form's page counts too: a report can be sent before the code that shows the result has loaded.
  const isWriting = useMatch(paths.newBugReport) !== null;
  const [hasReports, setHasReports] = useState(false);
  if (isWriting && !hasReports) setHasReports(true);
  useEffect(() => {
    const found = () => setHasReports(true);
    reportQueue.of(owner).then(
      (reports) => reports.length > 0 && found(),
      () => undefined,
    );
    return reportQueue.onChange(found);
  }, [owner]);
  return hasReports;
}
