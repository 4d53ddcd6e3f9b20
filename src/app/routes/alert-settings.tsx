import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { AlertSettingsForm } from '#src/features/alerts/components/AlertSettingsForm.tsx';
import { buttonClass } from '#src/ui/Button.tsx';
import { useMe } from '../shell/me.ts';
import { NotFoundPage } from './not-found.tsx';

/** /alerts/ (ALRT-002), for those who hold `alerts.create_alert` (ALRT-003). */
export function Component() {
  const me = useMe();
  if (!me.permissions.includes('alerts.create_alert')) return <NotFoundPage />;
  return (
    <>
      <title>Alert settings · GoPath</title>
      <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl font-semibold">Alert settings</h1>
        <Link to={paths.alertFeed} className={buttonClass('secondary')}>
          All alerts
        </Link>
      </header>
      <AlertSettingsForm />
    </>
  );
}
