import { PinOff, Route } from 'lucide-react';
import { Ellipsis } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { isShownInDrawer, type PinnedUser } from '#shared/users/responses.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import { useTogglePin } from '../pin-mutations.ts';

/** The people pinned to the drawer (PIN-001), each with a menu that unpins (PIN-005). */
export function PinnedPeople({ pinned: all }: { pinned: readonly PinnedUser[] }) {
  const togglePin = useTogglePin();
  const navigate = useNavigate();
  const pinned = all.filter(isShownInDrawer);
  if (pinned.length === 0) return null;
  return (
    <section aria-labelledby="pinned-people">
      <h2 id="pinned-people" className="px-3 pb-1 text-xs font-medium text-muted">
        Pinned
      </h2>
      <ul data-private className="grid gap-0.5">
        {pinned.map((user) => (
          <li key={user.pk} className="group flex items-center rounded-control pr-1 hover:bg-hover">
            <Link
              to={paths.user(user.pk)}
              className="flex h-9 min-w-0 flex-1 items-center gap-2.5 rounded-control px-3 pointer-coarse:h-11"
            >
              <Avatar name={user.full_name} picture={user.picture} size="small" />
              <span className="truncate">{user.full_name}</span>
            </Link>
            <Menu
              trigger={<IconButton label={`More about ${user.full_name}`} icon={<Ellipsis />} />}
              actions={[
                {
                  label: 'Open roadmap',
                  icon: <Route />,
                  onSelect: () => void navigate(paths.roadmap(user.pk)),
                },
                { label: 'Unpin', icon: <PinOff />, onSelect: () => togglePin.mutate(user) },
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
