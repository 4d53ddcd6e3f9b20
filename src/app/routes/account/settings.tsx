import { BellRing, CalendarDays } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { AccountSections } from '#src/features/account/components/AccountSections.tsx';
import { MembershipSection } from '#src/features/memberships/components/MembershipSection.tsx';
import { useReturnFromPayment } from '#src/features/memberships/useReturnFromPayment.ts';
import { OwnEvents } from '#src/features/privacy/components/OwnEvents.tsx';
import { PersonalData } from '#src/features/privacy/components/PersonalData.tsx';
import { ParentsSection } from '#src/features/rooms/components/ParentsSection.tsx';
import { PASSWORD_SAVED, storeFlash } from '#src/features/session/flash.ts';
import { useSignOut } from '#src/features/session/sign-out.ts';
import { ProfileSection } from '#src/features/users/components/ProfileSection.tsx';
import { ThemeSection } from '#src/features/users/components/ThemeSection.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

const CalendarFeedDialog = lazy(async () => ({
  default: (await import('#src/features/tasks/components/CalendarFeedDialog.tsx')).CalendarFeedDialog,
}));

/** /me/settings/ (USER-009), and /users/{id}/settings/ for the person themselves (USER-006, USER-007). */
export function Component() {
  const me = useMe();
  const { pk } = useParams();
  return pk === undefined || readPk(pk) === me.pk ? <SettingsPage /> : <NotFoundPage />;
}

function SettingsPage() {
  const me = useMe();
  const signOut = useSignOut();
  const [showsFeed, setShowsFeed] = useState(false);
  const returned = useReturnFromPayment();
  const leave = () => {
    // Before the session ends here: the server refuses all requests since the change, and one can end it first.
    storeFlash(PASSWORD_SAVED);
    signOut(() => Promise.resolve());
  };
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>Settings · GoPath</title>
      <h1 className="text-2xl font-semibold">Settings</h1>
      <ProfileSection me={me} />
      <ThemeSection me={me} />
      {me.capabilities.includes('own_roadmap') && (
        <MembershipSection student={{ pk: me.pk, name: null }} returned={returned} />
      )}
      {me.capabilities.includes('follow_children') &&
        me.students.map(({ pk, full_name: name }) => (
          <MembershipSection key={pk} student={{ pk, name }} returned={returned} />
        ))}
      {me.show_meetings && me.capabilities.includes('own_roadmap') && <ParentsSection />}
      <Card title="Alerts and calendar">
        <div className="flex flex-wrap gap-2">
          <Link to={paths.alertSettings} className={buttonClass('secondary')}>
            <BellRing aria-hidden className="size-4" />
            Alert settings
          </Link>
          <Button icon={<CalendarDays aria-hidden className="size-4" />} onClick={() => setShowsFeed(true)}>
            Calendar link
          </Button>
        </div>
      </Card>
      {showsFeed && (
        <Suspense>
          <CalendarFeedDialog onClose={() => setShowsFeed(false)} />
        </Suspense>
      )}
      <AccountSections email={me.email} onPasswordChanged={leave} />
      <OwnEvents viewerPk={me.pk} />
      <PersonalData pk={me.pk} isSelf />
    </div>
  );
}
