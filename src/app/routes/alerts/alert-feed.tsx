import { Settings2 } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { AlertFeed } from '#src/features/alerts/components/AlertFeed.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';

/** /alerts/feed/: all alerts of the signed-in person. */
export function Component() {
  return (
    <>
      <title>Alerts · GoPath</title>
      <header className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl font-semibold">Alerts</h1>
        <Link to={paths.alertSettings} className={buttonClass('secondary')}>
          <Settings2 aria-hidden className="size-4" />
          Alert settings
        </Link>
      </header>
      <AlertFeed />
    </>
  );
}
