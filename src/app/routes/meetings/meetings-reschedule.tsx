import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { RescheduleForm } from '#src/features/booking/components/RescheduleForm.tsx';
import { meetingPageQueries } from '#src/features/meetings/page-queries.ts';
import { periodInWords } from '#src/lib/dates/relative-time.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { QueryContent } from '../../shell/loading/QueryContent.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/** /meetings/{simplybookId}/reschedule/: moves a meeting. */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const now = useNow();
  const simplybookId = readPk(useParams()['simplybookId']);
  const query = useQuery({
    ...meetingPageQueries.detail(simplybookId ?? 0),
    enabled: simplybookId !== null && me.show_meetings,
    retry: false,
  });
  if (simplybookId === null || !me.show_meetings) return <NotFoundPage />;
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>Reschedule a meeting · GoPath</title>
      <header className="grid gap-2">
        <UpLink to={paths.meetings}>Meetings</UpLink>
        <h1 className="text-2xl font-semibold">Reschedule a meeting</h1>
      </header>
      <QueryContent query={query} lines={8}>
        {(meeting) => (
          <>
            <p data-private>
              {meeting.name} for {meeting.client.fullName} with {meeting.provider.fullName}
              <span className="block text-muted">
                Current time: {periodInWords(new Date(meeting.startsAt), new Date(meeting.endsAt))}
              </span>
            </p>
            {meeting.permissions.includes('change_bookedmeeting') ? (
              <RescheduleForm meeting={meeting} onDone={() => void navigate(paths.meetings)} />
            ) : (
              <Card>
                <EmptyState title="This meeting cannot be moved">
                  {meeting.status === 'booked' && Date.parse(meeting.startsAt) > now
                    ? BOOKING_MESSAGES.tooLate
                    : BOOKING_MESSAGES.over}
                </EmptyState>
              </Card>
            )}
          </>
        )}
      </QueryContent>
    </div>
  );
}
