import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState, lazy, Suspense } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { nextMeetingQuery } from '#src/features/meetings/next-meeting-query.ts';
import { taskQueries } from '#src/features/tasks/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { useReturnFocus } from '#src/lib/timing/useReturnFocus.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { ReadOnlyContext } from '#src/ui/read-only.ts';
import { StoredText } from '#src/ui/feedback/StoredText.tsx';
import { SignedOut } from '../extension/SignedOut.tsx';
import { useRelationChanges } from '#src/features/users/useRelationChanges.ts';
import { useTheme } from '#src/features/users/useTheme.ts';
import { Frame } from './Frame.tsx';
import { MeetingCard, MeetingSkeleton } from './MeetingCard.tsx';
import { PinnedRow } from './PinnedRow.tsx';
import { TasksSection } from './TasksSection.tsx';
import { useUpdatePopupCache } from './useUpdatePopupCache.ts';

const SignOutCard = lazy(async () => ({
  default: (await import('../extension/SignOutCard.tsx')).SignOutCard,
}));
const Notice = lazy(async () => ({ default: (await import('./Notice.tsx')).Notice }));
const AlertsSection = lazy(async () => ({ default: (await import('./AlertsSection.tsx')).AlertsSection }));
const ReviewRequestsSection = lazy(async () => ({
  default: (await import('./ReviewRequestsSection.tsx')).ReviewRequestsSection,
}));

/** The popup of a signed-in person, one section per feature. */
export function Overview({ subject, cachedAt }: { subject: string; cachedAt: Date | null }) {
  const client = useQueryClient();
  const me = useQuery(userQueries.me());
  const nextMeeting = useQuery(nextMeetingQuery());
  const [isLeaving, setLeaving] = useState(false);
  const signOutButton = useReturnFocus(isLeaving);

  const upcoming = useInfiniteQuery({
    ...taskQueries.upcoming(null),
    enabled: me.data?.capabilities.includes('list_students') === false,
  });
  // Requested by the section that shows it.
  const pinnedStudents = useQuery({ ...taskQueries.pinnedStudents(), enabled: false });
  useUpdatePopupCache(
    subject,
    {
      me: me.data,
      nextMeeting: nextMeeting.data,
      upcoming: upcoming.data?.pages[0],
      pinnedStudents: pinnedStudents.data,
    },
    me.dataUpdatedAt > 0 && nextMeeting.dataUpdatedAt > 0,
  );
  useTheme(me);
  useRelationChanges(me);

  if (me.error instanceof AppError && me.error.code === 'UNAUTHENTICATED') {
    return (
      <Frame>
        <div className="-m-3">
          <SignedOut reason={me.error.message}>
            <StoredText />
          </SignedOut>
        </div>
      </Frame>
    );
  }

  const account = me.data && (
    <span className="flex items-center gap-1">
      <Avatar name={me.data.full_name} picture={me.data.picture} alone size="small" />
      <button
        ref={signOutButton}
        type="button"
        aria-label="Sign out"
        title="Sign out"
        aria-expanded={isLeaving}
        onClick={() => setLeaving(!isLeaving)}
        className="grid size-8 place-items-center rounded-control text-muted transition-colors hover:bg-hover hover:text-text"
      >
        <LogOut aria-hidden className="size-4" />
      </button>
    </span>
  );
  const error = nextMeeting.error ?? me.error;
  return (
    <ReadOnlyContext value={me.data?.access === 'read_only'}>
      <Frame account={account}>
        <Suspense>{isLeaving && <SignOutCard owner={me.data} onCancel={() => setLeaving(false)} />}</Suspense>
        <Suspense>
          {error !== null && (
            <Notice
              error={error}
              cachedAt={cachedAt}
              retrying={nextMeeting.isFetching || me.isFetching}
              onRetry={() => void client.refetchQueries({ type: 'active' })}
            />
          )}
        </Suspense>
        {nextMeeting.data !== undefined && me.data ? (
          <MeetingCard meeting={nextMeeting.data} me={me.data} />
        ) : (
          error === null && <MeetingSkeleton />
        )}
        {me.data && <TasksSection me={me.data} />}
        <Suspense>{me.data?.capabilities.includes('review_ratings') && <ReviewRequestsSection />}</Suspense>
        <Suspense>
          <AlertsSection />
        </Suspense>
        {me.data && <PinnedRow pinned={me.data.pinned_users} />}
      </Frame>
    </ReadOnlyContext>
  );
}
