import { useEffect, useState } from 'react';
import { useMatch } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { reportQueue } from '#src/transport/report-queue.ts';

/** Returns whether this device has, or will soon have, bug reports of a person to send. It stays true afterwards. */
export function useHasReports(owner: string): boolean {
  // A report can be sent before the code that announces it has loaded, so the form's page loads that code, too.
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
