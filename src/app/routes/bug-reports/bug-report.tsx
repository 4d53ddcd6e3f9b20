import { useNavigate, useParams } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { BugReportView } from '#src/features/bug-reports/components/BugReportView.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/** /bug_reports/{id}/ (BUG-003) */
export function Component() {
  const me = useMe();
  const { pk = '' } = useParams();
  const navigate = useNavigate();
  const isAllowed = me.permissions.includes('bug_reports.view_report');
  if (!isAllowed || !/^[1-9][0-9]{0,9}$/.test(pk)) return <NotFoundPage />;
  return (
    <>
      <title>{`Bug report ${pk} · GoPath`}</title>
      <BugReportView pk={Number(pk)} onBack={() => void navigate(paths.bugReports)} />
    </>
  );
}
