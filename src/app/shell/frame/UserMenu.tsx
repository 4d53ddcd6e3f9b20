import { lazy, Suspense, useState } from 'react';
import { Avatar, initials } from '#src/ui/display/Avatar.tsx';
import { MenuButton } from '#src/ui/overlays/Menu.tsx';
import { useMe } from '../me.ts';

const UserMenuPopup = lazy(async () => ({ default: (await import('./UserMenuPopup.tsx')).UserMenuPopup }));
const SignOut = lazy(async () => ({ default: (await import('./SignOut.tsx')).SignOut }));

/** The account menu with the theme (SHEL-009) and sign-out (SHEL-025). */
export function UserMenu() {
  const me = useMe();
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <MenuButton
        trigger={
          <button
            type="button"
            // Contains the visible initials, so that speech input finds the button. Not in parentheses, which
            // do not count as part of a label.
            aria-label={`Your account, ${me.full_name}, ${initials(me.full_name)}`}
            className="touch-target inline-flex h-control items-center gap-2 rounded-control px-1.5 hover:bg-hover"
          >
            <Avatar name={me.full_name} picture={me.picture} />
          </button>
        }
      >
        {(menu) => <UserMenuPopup {...menu} onSignOut={() => setLeaving(true)} />}
      </MenuButton>
      {leaving && (
        <Suspense>
          <SignOut me={me} onStay={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
