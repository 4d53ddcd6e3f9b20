import { Link, useLocation } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { NotFoundState } from '#src/ui/ErrorState.tsx';
import { useMe } from '../shell/me.ts';
import { navItems } from '../shell/nav-items.ts';

/** Shown for paths without a route, and for things that are missing or not visible (SHEL-026). Links to the section. */
export function NotFoundPage() {
  const me = useMe();
  const { pathname } = useLocation();
  const section = navItems(me).find(({ to }) => to !== paths.home && inSection(pathname, to));
  return (
    <NotFoundState>
      <Link to={section?.to ?? paths.home} className={buttonClass('secondary', 'mt-3')}>
        {section === undefined ? 'Open the dashboard' : `Back to ${section.label}`}
      </Link>
    </NotFoundState>
  );
}

/** Returns whether a page belongs to the section at an address. People are part of 'Students'. */
function inSection(pathname: string, to: string): boolean {
  const [root] = to.split('?') as [string];
  if (pathname.startsWith(root)) return pathname !== root;
  return root === paths.students && /^\/users\/\d/.test(pathname);
}
