import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { READ_ONLY_MESSAGE } from '#shared/kernel/access.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { StoredText } from '#src/ui/feedback/StoredText.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { appPage } from '../extension/app-page.ts';
import { SignedOut } from '../extension/SignedOut.tsx';
import { useRelationChanges } from '#src/features/users/useRelationChanges.ts';
import { useTheme } from '#src/features/users/useTheme.ts';
import { meetingTimeText } from '#src/features/meetings/meeting-time.ts';
import { MeetingNote } from './MeetingNote.tsx';
import { useFollowedMeeting } from './useFollowedMeeting.ts';
import { StillSignedIn } from '../../shell/StillSignedIn.tsx';

const MeetingChooser = lazy(async () => ({ default: (await import('./MeetingChooser.tsx')).MeetingChooser }));

/**
 * The panel of a signed-in person: a meeting and its note.
 * @param cached the meeting of the panel's cache
 */
export function MeetingPanel({ subject, cached }: { subject: string; cached: number | null }) {
  const me = useQuery(userQueries.me());
  const followed = useFollowedMeeting(cached);
  const { current, started } = followed;
  const [isChoosing, setChoosing] = useState(false);
  useTheme(me);
  useRelationChanges(me);

  const choose = (simplybookId: number) => {
    followed.choose(simplybookId);
    setChoosing(false);
  };
  const error = me.error ?? followed.error;

  if (error instanceof AppError && error.code === 'UNAUTHENTICATED') {
    return (
      <main className="min-h-dvh bg-surface text-sm">
        <SignedOut reason={error.message}>
          <StoredText />
        </SignedOut>
      </main>
    );
  }
  if (me.data === undefined || (followed.isLoading && current === null)) {
    return (
      <main className="min-h-dvh bg-surface p-4 text-sm">
        {error === null ? (
          <SkeletonText lines={3} />
        ) : (
          <ErrorState
            onRetry={() => {
              void me.refetch();
              followed.retry();
            }}
            retrying={me.isFetching}
          >
            <StillSignedIn />
          </ErrorState>
        )}
      </main>
    );
  }
  if (!me.data.capabilities.includes('write_notes')) {
    return (
      <main className="min-h-dvh bg-surface text-sm">
        <EmptyState
          icon={<CalendarClock />}
          title="Mentors write meeting notes here"
          action={
            <a href={appPage(paths.notes)} target="_blank" rel="noreferrer" className={buttonClass()}>
              Open GoPath
            </a>
          }
        >
          Notes sent to you appear in the app.
        </EmptyState>
      </main>
    );
  }
  if (me.data.access === 'read_only') {
    return (
      <main className="min-h-dvh bg-surface p-4 text-sm">
        <Banner>{READ_ONLY_MESSAGE}</Banner>
      </main>
    );
  }
  return (
    <main className="flex h-dvh min-h-96 flex-col bg-surface text-sm">
      {started !== null && (
        <div className="p-2">
          <Banner action={<Button onClick={() => choose(started.simplybookId)}>Open its notes</Button>}>
            The meeting with {started.client.fullName}{' '}
            {meetingTimeText(started).isNow ? 'has started.' : 'starts soon.'}
          </Banner>
        </div>
      )}
      {current === null || isChoosing ? (
        <Suspense>
          <MeetingChooser
            meetings={followed.meetings}
            current={current}
            onChoose={choose}
            onCancel={current === null ? null : () => setChoosing(false)}
          />
        </Suspense>
      ) : (
        <MeetingNote
          key={current}
          subject={subject}
          me={me.data}
          simplybookId={current}
          onChooseOther={() => setChoosing(true)}
        />
      )}
    </main>
  );
}
