import { ConnectionList } from '#src/features/connections/components/ConnectionList.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/** /connections/, for holders of `bug_reports.view_report`. */
export function Component() {
  const me = useMe();
  if (!me.permissions.includes('bug_reports.view_report')) return <NotFoundPage />;
  return (
    <>
      <title>Connections · GoPath</title>
      <ConnectionList />
    </>
  );
}
