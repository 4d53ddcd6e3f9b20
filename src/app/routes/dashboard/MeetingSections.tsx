import { useLocation } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { Section } from '#src/features/dashboard/components/Section.tsx';
import type { DashboardState } from '#src/features/dashboard/queries.ts';
import { MeetingList, NoMeetings } from '#src/features/meetings/components/MeetingList.tsx';
import { useNow } from '#src/lib/dates/useNow.ts';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';
import { here } from '../../shell/back-link.ts';

/** The running meeting, then unsent meeting notes, then the next meetings. */
export function MeetingSections({
  me,
  state: { meetings, unsentMeetings },
  hideEmpty,
}: {
  me: Me;
  state: DashboardState;
  hideEmpty: boolean;
}) {
  const back = here(useLocation());
  const canBook = me.show_meetings && me.access === 'full';
  const now = useNow();
  const running = meetings.filter(({ startsAt }) => Date.parse(startsAt) <= now);
  const next = meetings.filter(({ startsAt }) => Date.parse(startsAt) > now);
  return (
    <>
      {running.length > 0 && (
        <Section id="running" title="Running now">
          <MeetingList meetings={running} viewerPk={me.pk} highlightFirst state={back} />
        </Section>
      )}
      {unsentMeetings !== null && unsentMeetings.length > 0 && (
        <Section id="unsent" title="Meeting notes to send">
          <MeetingList meetings={unsentMeetings} viewerPk={me.pk} state={back} />
        </Section>
      )}
      {!(hideEmpty && next.length === 0) && (
        <Section id="meetings" title="Next meetings">
          {next.length === 0 ? (
            <NoMeetings>
              No meetings are booked.
              {canBook && <CardLink to={paths.bookMeeting}>Book meeting</CardLink>}
            </NoMeetings>
          ) : (
            <MeetingList
              meetings={next}
              viewerPk={me.pk}
              highlightFirst={running.length === 0}
              state={back}
            />
          )}
        </Section>
      )}
    </>
  );
}
