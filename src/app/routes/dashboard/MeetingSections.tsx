import { useLocation } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { roomState } from '#shared/rooms/policy.ts';
import { Section } from '#src/features/dashboard/components/Section.tsx';
import type { DashboardState } from '#src/features/dashboard/queries.ts';
import { MeetingList, NoMeetings } from '#src/features/meetings/components/MeetingList.tsx';
import { useNow } from '#src/lib/dates/useNow.ts';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';
import { backStateOf } from '../../shell/back-link.ts';

type Meeting = DashboardState['meetings'][number];

/** The sections of meetings that can be joined, by stage. */
const CURRENT = [
  ['running', 'Running now'],
  ['soon', 'Starting soon'],
] as const;

/** Returns whether a meeting is over, is running, can be joined before it starts, or is later. */
function stageOf(
  { startsAt, endsAt, permissions }: Meeting,
  now: number,
): 'over' | 'running' | 'soon' | 'later' {
  const times = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  const moment = new Date(now);
  // It ended after the dashboard was loaded.
  if (times.endsAt <= moment) return 'over';
  if (times.startsAt <= moment) return 'running';
  const canJoin = permissions.includes('view_meetingroom') && roomState(times, moment) === 'open';
  return canJoin ? 'soon' : 'later';
}

/** The meetings that are running or can already be joined; renders nothing when there are none. */
export function CurrentMeetings({ me, meetings }: { me: Me; meetings: DashboardState['meetings'] }) {
  const back = backStateOf(useLocation());
  const now = useNow();
  const byStage = Map.groupBy(meetings, (meeting) => stageOf(meeting, now));
  return CURRENT.map(([stage, title]) => {
    const current = byStage.get(stage);
    if (current === undefined) return null;
    return (
      <Section key={stage} id={stage} title={title}>
        <MeetingList meetings={current} viewerPk={me.pk} highlightFirst marksRunning={false} state={back} />
      </Section>
    );
  });
}

/** Unsent meeting notes, then the next meetings. */
export function MeetingSections({
  me,
  state: { meetings, unsentMeetings },
  hideEmpty,
}: {
  me: Me;
  state: DashboardState;
  hideEmpty: boolean;
}) {
  const back = backStateOf(useLocation());
  const canBook = me.show_meetings && me.access === 'full';
  const now = useNow();
  const next = meetings.filter((meeting) => stageOf(meeting, now) === 'later');
  return (
    <>
      {unsentMeetings !== null && unsentMeetings.length > 0 && (
        <Section
          id="unsent"
          title="Meeting notes to send"
          action={
            me.show_meetings && <CardLink to={`${paths.meetings}?show=past`}>All past meetings</CardLink>
          }
        >
          <MeetingList meetings={unsentMeetings} viewerPk={me.pk} state={back} />
        </Section>
      )}
      {!(hideEmpty && next.length === 0) && (
        <Section
          id="meetings"
          title="Next meetings"
          action={me.show_meetings && <CardLink to={paths.meetings}>All meetings</CardLink>}
        >
          {next.length === 0 ? (
            <NoMeetings>
              No meetings are booked.
              {canBook && <CardLink to={paths.bookMeeting}>Book meeting</CardLink>}
            </NoMeetings>
          ) : (
            <MeetingList
              meetings={next}
              viewerPk={me.pk}
              highlightFirst={next.length === meetings.length}
              state={back}
            />
          )}
        </Section>
      )}
    </>
  );
}
