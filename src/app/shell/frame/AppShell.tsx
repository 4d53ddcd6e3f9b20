import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { CURRENT_RELEASE } from '#shared/shell/current-release.ts';
import { startVisit } from '#src/features/releases/first-visit.ts';
import { lazyPart } from '#src/lib/lazy-part.ts';
import { useAfterPaint } from '#src/lib/timing/useAfterPaint.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { NotFoundLinkContext } from '#src/ui/feedback/ErrorState.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { TourOffer } from '../../tour/TourOffer.tsx';
import { ConnectionBanners } from '../offline/ConnectionBanners.tsx';
import { LegalFooter } from './LegalFooter.tsx';
import { useMe } from '../me.ts';
import { startMonitoring } from '../crash/monitoring.ts';
import { SectionLink } from './SectionLink.tsx';
import { DeletionBanner } from '../notices/DeletionBanner.tsx';
import { PageProgress } from './PageProgress.tsx';
import { PageScroll } from './PageScroll.tsx';
import { PageSkeleton } from './ShellSkeleton.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { useFocusOnNavigation } from './useFocusOnNavigation.ts';

const MembershipBanner = lazyPart(
  async () => (await import('#src/features/memberships/components/MembershipBanner.tsx')).MembershipBanner,
);
const WhatsNew = lazyPart(async () => (await import('../notices/WhatsNew.tsx')).WhatsNew);
const NewTerms = lazyPart(async () => (await import('../notices/NewTerms.tsx')).NewTerms);
const UnsentChanges = lazyPart(async () => (await import('../offline/UnsentChanges.tsx')).UnsentChanges);
const Drawer = lazy(async () => ({ default: (await import('#src/ui/overlays/Drawer.tsx')).Drawer }));

/** The frame of every page: a side menu of 240 px (SHEL-010), a drawer on a phone, and the top bar. */
export function AppShell() {
  const me = useMe();
  const readOnly = useReadOnlyReason();
  const hasPaymentProblem =
    me.current_simplybook_membership?.state === 'payment_failed' || me.failed_payments.length > 0;
  const { pathname } = useLocation();
  const isPainted = useAfterPaint();
  const [isFirstVisit] = useState(() => startVisit(me.pk, me.last_release_viewed));
  const hasNews = me.last_release_viewed !== CURRENT_RELEASE && !isFirstVisit && me.terms_to_accept === null;
  useEffect(() => startMonitoring(me.monitoring_dsn), [me.monitoring_dsn]);
  const [menuOpenAt, setMenuOpenAt] = useState<string | null>(null);
  const main = useFocusOnNavigation();

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
          <Drawer open={menuOpenAt === pathname} onClose={() => setMenuOpenAt(null)} title="GoPath">
            <SideMenu />
          </Drawer>
        </Suspense>
      )}
      <div className="flex min-w-0 flex-col">
        <TopBar onOpenMenu={() => setMenuOpenAt(pathname)} />
        <main ref={main} id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <PageProgress />
          <div className="mx-auto w-full max-w-[1120px] px-4 py-6 md:px-6 print:max-w-none print:p-0">
            <ConnectionBanners />
            <DeletionBanner />
            {(readOnly !== undefined || hasPaymentProblem) && (
              <Suspense
                fallback={
                  <div className="mb-4 print:hidden">
                    <Banner>{readOnly ?? 'The last payment failed.'}</Banner>
                  </div>
                }
              >
                <MembershipBanner
                  membership={me.current_simplybook_membership}
                  failedPayments={me.failed_payments}
                  readOnlyReason={readOnly}
                  canPay={
                    me.capabilities.includes('follow_children') || me.capabilities.includes('own_roadmap')
                  }
                />
              </Suspense>
            )}
            {isFirstVisit && <TourOffer />}
            <NotFoundLinkContext value={<SectionLink />}>
              <Suspense fallback={<PageSkeleton />}>
                <Outlet />
              </Suspense>
            </NotFoundLinkContext>
          </div>
        </main>
        <LegalFooter />
      </div>
      <Suspense>{isPainted && <UnsentChanges me={me} />}</Suspense>
      {me.terms_to_accept !== null && (
        <Suspense>
          <NewTerms version={me.terms_to_accept} />
        </Suspense>
      )}
      {hasNews && (
        <Suspense>
          <WhatsNew lastViewed={me.last_release_viewed} />
        </Suspense>
      )}
      <PageScroll />
    </div>
  );
}
