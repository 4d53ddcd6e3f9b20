import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { paths } from '#shared/kernel/paths.ts';
import { AvailabilityForm } from '#src/features/booking/components/AvailabilityForm.tsx';
import { bookingQueries } from '#src/features/booking/queries.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { QueryContent } from '../../shell/loading/QueryContent.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/** /meetings/availability/: the hours in which a mentor can be booked, unless SimplyBook has them. */
export function Component() {
  const me = useMe();
  const isAllowed = me.show_meetings && me.capabilities.includes('offer_meetings');
  const query = useQuery({ ...bookingQueries.availability(), enabled: isAllowed });
  if (!isAllowed) return <NotFoundPage />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <title>Availability · GoPath</title>
      <header className="grid gap-2">
        <UpLink to={paths.meetings}>Meetings</UpLink>
        <h1 className="text-2xl font-semibold">Availability</h1>
      </header>
      <QueryContent query={query} lines={12}>
        {(availability) =>
          availability.isSetInSimplybook ? (
            <Card>
              <EmptyState icon={<CalendarClock />} title="Your hours are set in SimplyBook">
                Families can book the times that are free there. If they see no times, ask staff to check that
                your email address in SimplyBook is the one you use here.
              </EmptyState>
            </Card>
          ) : (
            <AvailabilityForm key={me.pk} viewerPk={me.pk} availability={availability} />
          )
        }
      </QueryContent>
    </div>
  );
}
