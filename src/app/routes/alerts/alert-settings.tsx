import { useMe } from '../../shell/me.ts';
import { AlertSettingsPage } from './AlertSettingsPage.tsx';
import { NotFoundPage } from '../not-found.tsx';

/** /alerts/ (ALRT-002), for holders of `alerts.create_alert` (ALRT-003). Everyone's settings are in the user menu. */
export function Component() {
  const me = useMe();
  return me.permissions.includes('alerts.create_alert') ? <AlertSettingsPage /> : <NotFoundPage />;
}
