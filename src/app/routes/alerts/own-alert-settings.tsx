import { AlertSettingsPage } from './AlertSettingsPage.tsx';

/** /me/settings/alerts/: the alert settings, for everyone. */
export function Component() {
  return <AlertSettingsPage />;
}
