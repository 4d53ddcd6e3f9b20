import { BugReportList } from '#src/features/bug-reports/components/BugReportList.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/** /bug_reports/ (BUG-002), for holders of `bug_reports.view_report` (BUG-001). */
export function Component() {
  const me = useMe();
  if (!me.permissions.includes('bug_reports.view_report')) return <NotFoundPage />;
  return (
    <>
      <title>Bug Reports · GoPath</title>
      <BugReportList />
    </>
  );
}
