import { Link, useLocation } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { buttonClass } from '#src/ui/buttons/Button.tsx';
import { useMe } from '../me.ts';
import { navItems } from './nav-items.ts';

/** The link of Not Found pages: to the section that the page belongs to, otherwise to the dashboard. */
export function SectionLink() {
  const me = useMe();
  const { pathname } = useLocation();
  const section = navItems(me).find(({ to }) => to !== paths.home && inSection(pathname, to));
  return (
    <Link to={section?.to ?? paths.home} className={buttonClass('secondary', 'mt-3')}>
      {section === undefined ? 'Open the dashboard' : `Back to ${section.label}`}
    </Link>
  );
}

/** Returns whether a page belongs to the section at an address. People are part of 'Students'. */
function inSection(pathname: string, to: string): boolean {
  const [root] = to.split('?') as [string];
  if (pathname.startsWith(root)) return pathname !== root;
  return root === paths.students && /^\/users\/\d/.test(pathname);
}
