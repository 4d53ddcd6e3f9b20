import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { AlertSettingsForm } from '#src/features/alerts/components/AlertSettingsForm.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { useMe } from '../../shell/me.ts';

/** The alert settings with a link to the alerts. */
export function AlertSettingsPage() {
  const me = useMe();
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>Alert settings · GoPath</title>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl font-semibold">Alert settings</h1>
        <Link to={paths.alertFeed} className={buttonClass('secondary')}>
          All alerts
        </Link>
      </header>
      <AlertSettingsForm meetsStudents={me.capabilities.includes('offer_meetings')} />
    </div>
  );
}
