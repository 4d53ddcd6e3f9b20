import { BellRing, Bug, CircleUserRound, Compass, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { THEMES } from '#shared/kernel/themes.ts';
import { useChangeTheme } from '#src/features/users/mutations.ts';
import { MenuPopup, type OpenMenu } from '#src/ui/overlays/MenuPopup.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { useStartTour } from '../../tour/useStartTour.ts';
import { backStateOf } from '../back-link.ts';
import { useMe } from '../me.ts';

/** The open account menu. */
export function UserMenuPopup({ onSignOut, ...menu }: OpenMenu & { onSignOut: () => void }) {
  const me = useMe();
  const changeTheme = useChangeTheme();
  const navigate = useNavigate();
  const location = useLocation();
  const readOnly = useReadOnlyReason();
  const startTour = useStartTour();
  const reportBug = () =>
    void navigate(paths.newBugReport, { state: { ...backStateOf(location), page: location.pathname } });
  return (
    <MenuPopup
      {...menu}
      header={
        <>
          <div className="font-medium text-text">{me.full_name}</div>
          <div className="truncate">{me.email}</div>
        </>
      }
      actions={[
        {
          label: 'Light theme',
          icon: <Sun />,
          current: me.theme === THEMES.light,
          disabledReason: readOnly,
          onSelect: () => changeTheme.mutate(THEMES.light),
        },
        {
          label: 'Dark theme',
          icon: <Moon />,
          current: me.theme === THEMES.dark,
          disabledReason: readOnly,
          onSelect: () => changeTheme.mutate(THEMES.dark),
        },
        {
          label: 'Use system theme',
          icon: <Monitor />,
          current: me.theme !== THEMES.light && me.theme !== THEMES.dark,
          disabledReason: readOnly,
          onSelect: () => changeTheme.mutate(THEMES.system),
        },
        {
          label: 'Profile',
          icon: <CircleUserRound />,
          separated: true,
          onSelect: () => void navigate(paths.me),
        },
        {
          label: 'Settings',
          icon: <Settings />,
          onSelect: () => void navigate(paths.settings),
        },
        {
          label: 'Alert settings',
          icon: <BellRing />,
          onSelect: () => void navigate(paths.alertSettings),
        },
        { label: 'Take the tour', icon: <Compass />, onSelect: startTour },
        { label: 'Report a bug', icon: <Bug />, onSelect: reportBug },
        { label: 'Sign out', icon: <LogOut />, onSelect: onSignOut },
      ]}
    />
  );
}
