import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import type { Me } from '#shared/users/responses.ts';
import { MeetingList, NoMeetings } from '#src/features/meetings/components/MeetingList.tsx';
import { meetingQueries } from '#src/features/meetings/queries.ts';
import { Card } from '#src/ui/Card.tsx';
import { here } from '../../shell/back-link.ts';
import { QueryContent } from '../../shell/QueryContent.tsx';

/** The running meeting, then unsent meeting notes, then the next meetings. */
export function MeetingCards({ me, hideEmpty }: { me: Me; hideEmpty: boolean }) {
  const state = here(useLocation());
  const running = useQuery(meetingQueries.list('NOW', 5));
  const upcoming = useQuery(meetingQueries.list('UPCOMING', 3));
  const past = useQuery({
    ...meetingQueries.list('PAST', 20),
    enabled: me.capabilities.includes('write_notes'),
  });
  const unsent = (past.data ?? []).filter(({ meetingNote }) => meetingNote?.sent !== true).slice(0, 4);
  const isRunning = running.data !== undefined && running.data.length > 0;
  return (
    <>
      {isRunning && (
        <Card title="Running now">
          <MeetingList meetings={running.data} viewerPk={me.pk} highlightFirst state={state} />
        </Card>
      )}
      {unsent.length > 0 && (
        <Card title="Meeting notes to send">
          <MeetingList meetings={unsent} viewerPk={me.pk} state={state} />
        </Card>
      )}
      {!(hideEmpty && upcoming.data?.length === 0) && (
        <Card title="Next meetings">
          <QueryContent query={upcoming}>
            {(meetings) =>
              meetings.length === 0 ? (
                <NoMeetings>No meetings are booked.</NoMeetings>
              ) : (
                <MeetingList meetings={meetings} viewerPk={me.pk} highlightFirst={!isRunning} state={state} />
              )
            }
          </QueryContent>
        </Card>
      )}
    </>
  );
}
