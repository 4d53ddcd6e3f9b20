import { Eye } from 'lucide-react';
import { Suspense } from 'react';
import { Navigate, NavLink, Outlet, useLocation } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { stopViewAs } from '#src/lib/view-as.ts';
import { PlainButton } from '#src/ui/buttons/PlainButton.tsx';
import { PageScroll } from './PageScroll.tsx';
import { PageSkeleton } from './ShellSkeleton.tsx';
import { useFocusOnNavigation } from './useFocusOnNavigation.ts';

/** The frame of 'view as parent': a banner and the pages about the student, of which the profile is the first. */
export function ViewAsShell({ student }: { student: { pk: number; full_name: string } }) {
  const main = useFocusOnNavigation();
  const { pathname } = useLocation();
  const pages = [
    { label: 'Profile', to: paths.user(student.pk), end: true },
    { label: 'Roadmap', to: paths.roadmap(student.pk) },
    { label: 'Profile rating', to: paths.studentProfileRating(student.pk) },
    { label: 'Interactions', to: paths.interactions },
  ];
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="sticky top-0 z-20 border-b bg-accent-soft print:hidden">
        <div className="mx-auto flex w-full max-w-[1120px] flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 md:px-6">
          <p className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-accent-text">
            <Eye aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>
              You see GoPath as a parent of <strong data-private>{student.full_name}</strong>. You cannot
              change anything. Notes and meetings are hidden, because each parent has their own.
            </span>
          </p>
          <PlainButton onClick={stopViewAs}>Stop viewing as parent</PlainButton>
        </div>
        <nav aria-label="Main" className="border-t bg-surface">
          <ul className="mx-auto flex w-full max-w-[1120px] gap-1 overflow-x-auto px-2 md:px-4">
            {pages.map(({ label, to, end = false }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={end}
                  className="flex h-10 items-center border-b-2 border-transparent px-2 font-medium whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-accent-text pointer-coarse:h-11"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main ref={main} id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
        <div className="mx-auto w-full max-w-[1120px] px-4 py-6 md:px-6 print:max-w-none print:p-0">
          {pathname === paths.home ? (
            <Navigate to={paths.user(student.pk)} replace />
          ) : (
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          )}
        </div>
      </main>
      <PageScroll />
    </div>
  );
}
