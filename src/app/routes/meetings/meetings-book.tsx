import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { BookingForm } from '#src/features/booking/components/BookingForm.tsx';
import { PairChoice } from '#src/features/booking/components/PairChoice.tsx';
import { type BookingPair, bookingQueries } from '#src/features/booking/queries.ts';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { QueryContent } from '../../shell/loading/QueryContent.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/**
 * Returns the student and mentor that match the address, preferably a mentor with hours. Undefined while the person has
 * to choose one of several students, so that nobody books for the wrong one.
 */
function pairOf(pairs: readonly BookingPair[], params: URLSearchParams): BookingPair | undefined {
  const [student, mentor] = ['student', 'mentor'].map((name) => readPk(params.get(name) ?? undefined));
  const matching = pairs.filter(
    (pair) =>
      (student === null || pair.student.pk === student) && (mentor === null || pair.mentor.pk === mentor),
  );
  const found = matching.length === 0 ? pairs : matching;
  if (new Set(found.map((pair) => pair.student.pk)).size !== 1) return undefined;
  return found.find(({ hasHours }) => hasHours) ?? found[0];
}

/** Returns the people of a booking as the viewer reads them, such as 'with Maya Chen'. */
function withNamesOf({ student, mentor }: BookingPair, viewerPk: number): string {
  if (mentor.pk === viewerPk) return `with ${student.fullName}`;
  if (student.pk === viewerPk) return `with ${mentor.fullName}`;
  return `for ${student.fullName} with ${mentor.fullName}`;
}

/** Replaces the form while nobody can be booked. */
function NoPairs({ isMentor }: { isMentor: boolean }) {
  return (
    <Card>
      <EmptyState icon={<CalendarClock />} title={isMentor ? 'No students yet' : 'No mentor yet'}>
        {isMentor
          ? 'Once a student is assigned to you, you can book meetings with them here.'
          : 'Once a mentor is assigned, you can book meetings here.'}
      </EmptyState>
    </Card>
  );
}

/** Replaces the form while the mentor offers no hours. */
function NoHours({ isMentor, mentorName }: { isMentor: boolean; mentorName: string }) {
  return (
    <Card>
      <EmptyState
        icon={<CalendarClock />}
        title="No hours yet"
        action={
          isMentor && (
            <Link to={paths.availability} className={buttonClass('primary')}>
              Set your availability
            </Link>
          )
        }
      >
        {isMentor
          ? 'Set the hours in which families can book meetings with you.'
          : `${mentorName} has not offered any hours yet.`}
      </EmptyState>
    </Card>
  );
}

/** Chooses the people of a meeting and books it. */
function Booking({
  pairs,
  pair,
  withNames,
  isMentor,
  onPair,
}: {
  pairs: readonly BookingPair[];
  /** The chosen pair. */
  pair: BookingPair | undefined;
  withNames: string;
  isMentor: boolean;
  onPair: (pair: BookingPair) => void;
}) {
  if (pairs.length === 0) return <NoPairs isMentor={isMentor} />;
  return (
    <>
      <PairChoice pairs={pairs} value={pair} onChange={onPair} />
      {pair?.hasHours === true && (
        <BookingForm key={`${pair.mentor.pk} ${pair.student.pk}`} pair={pair} withNames={withNames} />
      )}
      {pair?.hasHours === false && <NoHours isMentor={isMentor} mentorName={pair.mentor.fullName} />}
    </>
  );
}

/** /meetings/book/: books a meeting, with ?student= and ?mentor= as the first choice. */
export function Component() {
  const me = useMe();
  const [params, setParams] = useSearchParams();
  const query = useQuery({ ...bookingQueries.pairs(), enabled: me.show_meetings });
  if (!me.show_meetings) return <NotFoundPage />;
  const pair = pairOf(query.data ?? [], params);
  const withNames = pair === undefined ? '' : withNamesOf(pair, me.pk);
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>Book a meeting · GoPath</title>
      <header className="grid gap-2">
        <UpLink to={paths.meetings}>Meetings</UpLink>
        <h1 className="text-2xl font-semibold">Book a meeting {withNames}</h1>
      </header>
      <QueryContent query={query} lines={8}>
        {(pairs) => (
          <Booking
            pairs={pairs}
            pair={pair}
            withNames={withNames}
            isMentor={me.capabilities.includes('offer_meetings')}
            onPair={({ student, mentor }) =>
              setParams({ student: String(student.pk), mentor: String(mentor.pk) }, { replace: true })
            }
          />
        )}
      </QueryContent>
    </div>
  );
}
