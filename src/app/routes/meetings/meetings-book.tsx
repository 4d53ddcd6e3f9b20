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
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
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

/** /meetings/book/: books a meeting, with ?student= and ?mentor= as the first choice. */
export function Component() {
  const me = useMe();
  const [params, setParams] = useSearchParams();
  const query = useQuery({ ...bookingQueries.pairs(), enabled: me.show_meetings });
  if (!me.show_meetings) return <NotFoundPage />;
  const offers = me.capabilities.includes('offer_meetings');
  const pair = pairOf(query.data ?? [], params);
  const withNames =
    pair === undefined
      ? ''
      : pair.mentor.pk === me.pk
        ? `with ${pair.student.fullName}`
        : pair.student.pk === me.pk
          ? `with ${pair.mentor.fullName}`
          : `for ${pair.student.fullName} with ${pair.mentor.fullName}`;
  return (
    <div className="mx-auto grid w-full max-w-[760px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>Book a meeting · GoPath</title>
      <header className="grid gap-2">
        <UpLink to={paths.meetings}>Meetings</UpLink>
        <h1 className="text-2xl font-semibold">Book a meeting {withNames}</h1>
      </header>
      {query.data === undefined ? (
        query.error === null ? (
          <SkeletonText lines={8} />
        ) : (
          <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )
      ) : query.data.length === 0 ? (
        <Card>
          <EmptyState icon={<CalendarClock />} title={offers ? 'No students yet' : 'No mentor yet'}>
            {offers
              ? 'Once a student is assigned to you, you can book meetings with them here.'
              : 'Once a mentor is assigned, you can book meetings here.'}
          </EmptyState>
        </Card>
      ) : (
        <>
          <PairChoice
            pairs={query.data}
            value={pair}
            onChange={({ student, mentor }) =>
              setParams({ student: String(student.pk), mentor: String(mentor.pk) }, { replace: true })
            }
          />
          {pair === undefined ? null : pair.hasHours ? (
            <BookingForm key={`${pair.mentor.pk} ${pair.student.pk}`} pair={pair} withNames={withNames} />
          ) : (
            <Card>
              <EmptyState
                icon={<CalendarClock />}
                title="No hours yet"
                action={
                  offers ? (
                    <Link to={paths.availability} className={buttonClass('primary')}>
                      Set your availability
                    </Link>
                  ) : undefined
                }
              >
                {offers
                  ? 'Set the hours in which families can book meetings with you.'
                  : `${pair.mentor.fullName} has not offered any hours yet.`}
              </EmptyState>
            </Card>
          )}
        </>
      )}
    </div>
  );
}
