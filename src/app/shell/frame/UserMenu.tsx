import { lazy, Suspense, useState } from 'react';
import { BellRing, Bug, CircleUserRound, Compass, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { THEMES } from '#shared/users/themes.ts';
import { useChangeTheme } from '#src/features/users/mutations.ts';
import { Avatar, initials } from '#src/ui/display/Avatar.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { useStartTour } from '../../tour/useStartTour.ts';
import { useMe } from '../me.ts';

const SignOut = lazy(async () => ({ default: (await import('./SignOut.tsx')).SignOut }));

/** The account menu with the theme (SHEL-009) and sign-out (SHEL-025). */
export function UserMenu() {
  const me = useMe();
  const changeTheme = useChangeTheme();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const reportBug = () => void navigate(paths.newBugReport, { state: { page: pathname } });
  const readOnly = useReadOnlyReason();
  const startTour = useStartTour();
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            // Contains the visible initials, for speech input; not in parentheses, which do not count as a label.
            aria-label={`Your account, ${me.full_name}, ${initials(me.full_name)}`}
            className="touch-target inline-flex h-control items-center gap-2 rounded-control px-1.5 hover:bg-hover"
          >
            <Avatar name={me.full_name} picture={me.picture} />
          </button>
        }
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
          { label: 'Sign out', icon: <LogOut />, onSelect: () => setLeaving(true) },
        ]}
      />
      {leaving && (
        <Suspense>
          <SignOut me={me} onStay={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
