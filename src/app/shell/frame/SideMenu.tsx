import clsx from 'clsx';
import { MessageSquareHeart } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { NavLink } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { TaskMenu } from '#src/features/tasks/components/menu/TaskMenu.tsx';
import { PinnedPeople } from '#src/features/users/components/PinnedPeople.tsx';
import { Logo } from './Logo.tsx';
import { useMe } from '../me.ts';
import { navItems } from './nav-items.ts';

/** A link of the side menu with an icon; the current page is highlighted. */
export function SideMenuLink({
  to,
  icon,
  end,
  children,
}: {
  to: string;
  icon: ReactElement;
  end?: boolean;
  children: ReactNode;
}) {
  return (
    <li>
      <NavLink
        to={to}
        end={end ?? false}
        className={({ isActive }) =>
          clsx(
            'relative flex h-9 items-center gap-2.5 rounded-control px-3 font-medium pointer-coarse:h-11 [&_svg]:size-4',
            isActive
              ? 'bg-accent-soft text-accent-text before:absolute before:inset-y-1.5 before:left-0 before:w-0.5 before:rounded-full before:bg-accent'
              : 'text-text hover:bg-hover [&_svg]:text-muted',
          )
        }
      >
        {icon}
        {children}
      </NavLink>
    </li>
  );
}

/** The main menu and the pinned people. */
export function SideMenu() {
  const me = useMe();
  return (
    <nav aria-label="Main" className="flex min-h-full flex-col gap-4 p-3">
      <div className="hidden px-3 pt-1 md:block">
        <Logo />
      </div>
      <ul className="grid gap-0.5">
        {navItems(me).map(({ label, to, icon: Icon }) =>
          // The task entry contains the lists.
          to === paths.tasks ? (
            <TaskMenu key={to} viewer={me} />
          ) : (
            <SideMenuLink key={to} to={to} icon={<Icon />} end={to === paths.home}>
              {label}
            </SideMenuLink>
          ),
        )}
      </ul>
      <div className="mt-auto grid gap-4">
        <PinnedPeople pinned={me.pinned_users} />
        <a
          href={me.feedback_url}
          target="_blank"
          rel="noreferrer"
          className="flex h-9 items-center gap-2.5 rounded-control px-3 font-medium hover:bg-hover pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:text-muted"
        >
          <MessageSquareHeart aria-hidden />
          Feedback
        </a>
      </div>
    </nav>
  );
}
