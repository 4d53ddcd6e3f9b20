import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useSendTaskOutbox } from '#src/features/tasks/mutations.ts';
import { useMe } from './me.ts';
import { PageSkeleton } from './ShellSkeleton.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';

const ReportDelivery = lazy(async () => import('#src/features/bug-reports/components/ReportDelivery.tsx'));
const Drawer = lazy(async () => ({ default: (await import('#src/ui/Drawer.tsx')).Drawer }));

/**
 * The app's frame: side menu of 240 px (SHEL-010), a drawer on a phone; top bar; the page. After a change of page
 * the focus starts at the page's content, so that a screen reader does not read the menu again.
 */
export function AppShell() {
  const me = useMe();
  const { pathname } = useLocation();
  useSendTaskOutbox(useMe().pk);
  const [menuOpenAt, setMenuOpenAt] = useState<string | null>(null);
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className="grid min-h-dvh bg-canvas md:grid-cols-[240px_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:px-3 focus:py-2"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh w-60 overflow-y-auto border-r bg-surface md:block print:hidden">
        <SideMenu />
      </aside>
      {menuOpenAt !== null && (
        <Suspense>
          <Drawer
            open={menuOpenAt === pathname}
            onClose={() => setMenuOpenAt(null)}
            title="GoPath"
            side="start"
          >
            <SideMenu />
          </Drawer>
        </Suspense>
      )}
      <div className="flex min-w-0 flex-col">
        <TopBar onOpenMenu={() => setMenuOpenAt(pathname)} />
        <main ref={main} id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <div className="mx-auto w-full max-w-[1120px] px-4 py-6 md:px-6 print:max-w-none print:p-0">
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </div>
        </main>
      </div>
      <Suspense>
        <ReportDelivery owner={me.id} />
      </Suspense>
      <ScrollRestoration />
    </div>
  );
}
