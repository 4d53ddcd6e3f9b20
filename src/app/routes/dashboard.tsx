import { Plus } from 'lucide-react';
import { lazy, useState } from 'react';
import { Link } from 'react-router';
import { canInvite } from '#shared/invitations/policy.ts';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { readerFormat } from '#src/lib/reader-zone.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { useReadOnlyReason } from '#src/ui/read-only.ts';
import { useMe } from '../shell/me.ts';
import { ShownWhenLoaded } from '../shell/ShownWhenLoaded.tsx';
import { MeetingCards } from './dashboard/MeetingCards.tsx';
import { NotesCard } from './dashboard/NotesCard.tsx';
import { StudentsCard } from './dashboard/StudentsCard.tsx';
import { TaskCards } from './dashboard/TaskCards.tsx';

// Loaded on demand: few people see them, and every first visit opens this page.
const OpenReportsCard = lazy(async () => ({
  default: (await import('./dashboard/StaffCards.tsx')).OpenReportsCard,
}));
const PendingInvitationsCard = lazy(async () => ({
  default: (await import('./dashboard/StaffCards.tsx')).PendingInvitationsCard,
}));

const ReviewRequestsCard = lazy(async () => ({
  default: (await import('./dashboard/ReviewRequestsCard.tsx')).ReviewRequestsCard,
}));

const today = readerFormat({ weekday: 'long', day: 'numeric', month: 'long' });

/** Returns whether the person reads bug reports or invites others without a limit. */
function isStaff({ capabilities, permissions }: Me): boolean {
  return (
    permissions.includes('bug_reports.view_report') ||
    (canInvite(capabilities) && !capabilities.includes('limited_invitations'))
  );
}

/** The start page of a signed-in person (SHEL-001). */
export function Component() {
  const me = useMe();
  const readOnly = useReadOnlyReason();
  const [now] = useState(() => new Date());
  // Staff without students would only see empty cards.
  const hideEmpty = isStaff(me);
  return (
    <div className="grid gap-6">
      <title>Dashboard · GoPath</title>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <p className="text-sm text-muted">{today().format(now)}</p>
          <h1 className="text-2xl font-semibold">Hello, {me.first_name}</h1>
        </div>
        {me.capabilities.includes('write_notes') && readOnly === undefined && (
          <Link to={paths.newNote} state={{ back: paths.home }} className={buttonClass('secondary')}>
            <Plus aria-hidden className="size-4" />
            Create Note
          </Link>
        )}
      </header>
      <ShownWhenLoaded>
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid gap-4">
            {me.permissions.includes('bug_reports.view_report') && <OpenReportsCard />}
            {me.capabilities.includes('review_ratings') && <ReviewRequestsCard />}
            <MeetingCards me={me} hideEmpty={hideEmpty} />
            <TaskCards me={me} hideEmpty={hideEmpty} />
          </div>
          <div className="grid gap-4">
            {isStaff(me) && canInvite(me.capabilities) && <PendingInvitationsCard />}
            <NotesCard me={me} hideEmpty={hideEmpty} />
            {me.capabilities.includes('pin_students') && <StudentsCard me={me} hideEmpty={hideEmpty} />}
          </div>
        </div>
      </ShownWhenLoaded>
    </div>
  );
}
