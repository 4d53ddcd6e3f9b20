import { useQueries, useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { type BookedMeeting, meetingQueries } from '#src/features/meetings/queries.ts';
import { waitingNoteDrafts } from '#src/features/notes/drafts/waiting-note-drafts.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Badge } from '#src/ui/display/Badge.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { meetingTimeText } from '#src/features/meetings/meeting-time.ts';
import type { FollowedMeeting } from './useFollowedMeeting.ts';

function noteState(
  meeting: BookedMeeting,
): { label: string; tone: 'neutral' | 'warning' | 'success' } | null {
  if (meeting.meetingNote === null) return null;
  return meeting.meetingNote.sent
    ? { label: 'Sent', tone: 'success' }
    : { label: 'Not sent', tone: 'warning' };
}

function Group({
  title,
  meetings,
  current,
  onChoose,
}: {
  title: string;
  meetings: readonly BookedMeeting[];
  current: number | null;
  onChoose: (simplybookId: number) => void;
}) {
  const own = meetings.filter(({ permissions }) => permissions.includes('add_meetingnote'));
  if (own.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="px-4 pt-3 pb-1 text-xs font-medium text-muted">{title}</h2>
      <ul>
        {own.map((meeting) => {
          const state = noteState(meeting);
          return (
            <li key={meeting.id}>
              <button
                type="button"
                aria-current={meeting.simplybookId === current || undefined}
                onClick={() => onChoose(meeting.simplybookId)}
                className="flex w-full items-center gap-2.5 px-4 py-2 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2 aria-current:bg-accent-soft"
              >
                <Avatar name={meeting.client.fullName} picture={meeting.client.picture} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{meeting.client.fullName}</span>
                  <span className="block truncate text-xs text-muted">{meetingTimeText(meeting).text}</span>
                </span>
                {state !== null && <Badge tone={state.tone}>{state.label}</Badge>}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns the meetings with unsaved notes on this device that the lists do not have, such as canceled ones. */
function useUnsavedElsewhere(listed: readonly BookedMeeting[]): BookedMeeting[] {
  const me = useQuery(userQueries.me()).data;
  const drafts = useQuery({
    queryKey: ['notes', 'waiting drafts', me?.pk],
    queryFn: () => waitingNoteDrafts(String(me?.pk)),
    enabled: me !== undefined,
    staleTime: 0,
  });
  const unlisted = new Set(drafts.data?.flatMap(({ simplybookId }) => simplybookId ?? []));
  for (const { simplybookId } of listed) unlisted.delete(simplybookId);
  const bookings = useQueries({ queries: [...unlisted].map((id) => meetingQueries.booking(id)) });
  return bookings.flatMap(({ data }) => data ?? []);
}

/** Chooses the meeting to write a note for: running, upcoming or past, or one with an unsaved note. */
export function MeetingChooser({
  meetings,
  current,
  onChoose,
  onCancel,
}: {
  meetings: FollowedMeeting['meetings'];
  current: number | null;
  onChoose: (simplybookId: number) => void;
  onCancel: (() => void) | null;
}) {
  const listed = [...meetings.now, ...meetings.upcoming, ...meetings.past];
  const unsaved = useUnsavedElsewhere(listed);
  return (
    <>
      <header className="flex min-h-11 shrink-0 items-center justify-between gap-2 border-b px-4 py-1.5">
        <h1 className="text-base font-semibold">Choose a meeting</h1>
        {onCancel !== null && <CancelButton onClick={onCancel} />}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto pb-4">
        {listed.length === 0 && unsaved.length === 0 ? (
          <EmptyState icon={<CalendarClock />} title="No meeting is booked">
            The note of a meeting opens here 10 minutes before it starts.
          </EmptyState>
        ) : (
          <>
            <Group title="Now" meetings={meetings.now} {...{ current, onChoose }} />
            <Group title="Upcoming" meetings={meetings.upcoming} {...{ current, onChoose }} />
            <Group title="Past" meetings={meetings.past} {...{ current, onChoose }} />
            <Group title="Not saved yet" meetings={unsaved} {...{ current, onChoose }} />
          </>
        )}
      </div>
    </>
  );
}
