import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { THEMES } from '#shared/users/themes.ts';
import { useSignOut } from '#src/features/session/sign-out.ts';
import { useChangeTheme } from '#src/features/users/mutations.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Menu } from '#src/ui/Menu.tsx';
import { useMe } from './me.ts';

/** Who is signed in, the theme (SHEL-009), and the way out (SHEL-025). */
export function UserMenu() {
  const me = useMe();
  const changeTheme = useChangeTheme();
  const signOut = useSignOut();
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Your account, ${me.full_name}`}
          className="touch-target inline-flex h-control items-center gap-2 rounded-control px-1.5 hover:bg-hover"
        >
          <Avatar name={me.full_name} />
        </button>
      }
      header={
        <>
          <div className="font-medium text-text">{me.full_name}</div>
          <div className="truncate">{me.email}</div>
        </>
      }
      actions={[
        { label: 'Light theme', icon: <Sun />, onSelect: () => changeTheme.mutate(THEMES.light) },
        { label: 'Dark theme', icon: <Moon />, onSelect: () => changeTheme.mutate(THEMES.dark) },
        {
          label: 'Theme of the system',
          icon: <Monitor />,
          onSelect: () => changeTheme.mutate(THEMES.system),
        },
        { label: 'Sign out', icon: <LogOut />, separated: true, onSelect: signOut },
      ]}
    />
  );
}
