import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useLocation, useParams } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import type { Person } from '#shared/users/person.ts';
import { BookLink } from '#src/features/booking/components/BookLink.tsx';
import { LastInteractionChip } from '#src/features/interactions/components/LastInteractionChip.tsx';
import { PersonActions } from '#src/features/users/components/PersonActions.tsx';
import { PersonHeader } from '#src/features/users/components/PersonHeader.tsx';
import { personQuery } from '#src/features/users/person-query.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { buttonClass } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { ShowTogether } from '#src/ui/feedback/ShowTogether.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { backStateOf } from '../../shell/back-link.ts';
import { AdultPage } from './AdultPage.tsx';
import { StudentPage } from './StudentPage.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

function Loading() {
  return (
    <div className="grid gap-6" role="status" aria-label="Loading the page">
      <div className="flex items-center gap-4">
        <Skeleton className="size-14 rounded-full!" />
        <div className="grid gap-2">
          <Skeleton className="h-7 w-48" />
          <Skeleton className="h-5 w-24" />
        </div>
      </div>
      <LoadingSections />
    </div>
  );
}

/** Takes the place of the person's sections while they load. */
function LoadingSections() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {[1, 2].map((column) => (
        <Card key={column}>
          <SkeletonText lines={6} />
        </Card>
      ))}
    </div>
  );
}

/** Returns whether the person's page shows a parent or mentor. */
function isAdult({ permissions }: Person): boolean {
  return permissions.includes('view_shared_students') || permissions.includes('view_authored_notes');
}

function relationOf({ pk, role, students }: Person, me: Me): string | null {
  if (pk === me.pk) return 'This is you';
  return students.some((student) => student.pk === me.pk) ? `Your ${role}` : null;
}

function PersonPage({ person }: { person: Person }) {
  const me = useMe();
  const location = useLocation();
  const isListed =
    me.capabilities.includes('list_students') &&
    me.viewing_as === null &&
    person.permissions.includes('view_family');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <title>{`${person.full_name} · GoPath`}</title>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {isListed && <UpLink to={paths.students}>Students</UpLink>}
        <PersonHeader
          person={person}
          relation={relationOf(person, me)}
          chips={
            // USER-014
            person.permissions.includes('view_interaction') &&
            me.pk !== person.pk && <LastInteractionChip at={person.last_interaction?.created_at ?? null} />
          }
        >
          {person.permissions.includes('add_note') && (
            <Link
              to={{ pathname: paths.newNote, search: new URLSearchParams({ student: person.id }).toString() }}
              state={backStateOf(location)}
              className={buttonClass('secondary')}
            >
              <Plus aria-hidden className="size-4" />
              Create Note
            </Link>
          )}
          {me.show_meetings && isAdult(person) && person.permissions.includes('add_bookedmeeting') && (
            <BookLink people={{ mentor: person.pk }} />
          )}
          <PersonActions person={person} />
        </PersonHeader>
        {person.deleted_at !== null && (
          <Banner tone="warning">
            This account is disabled: <Moment value={person.deleted_at} />
            {person.disabled_reason && `. Reason: ${person.disabled_reason}`}
          </Banner>
        )}
      </div>
      <ShowTogether fallback={<LoadingSections />}>
        {isAdult(person) ? (
          <AdultPage me={me} person={person} />
        ) : person.permissions.some((permission) => permission.startsWith('view_')) ? (
          <StudentPage me={me} student={person} />
        ) : (
          <p className="text-muted">You can only see this person’s name and role.</p>
        )}
      </ShowTogether>
    </div>
  );
}

/** /users/{id}/ (USER-005) and /me/ (USER-008): a person, and what the viewer can see of them. */
export function Component() {
  const me = useMe();
  const { pk: text } = useParams();
  const pk = text === undefined ? me.pk : readPk(text);
  const { data, error, isFetching, refetch } = useQuery({ ...personQuery(pk ?? 0), enabled: pk !== null });
  if (pk === null || (error instanceof AppError && error.code === 'NOT_FOUND')) return <NotFoundPage />;
  // The key resets all state when another person is shown.
  if (data !== undefined) return <PersonPage key={data.pk} person={data} />;
  if (error === null) return <Loading />;
  return <ErrorState asPage onRetry={() => void refetch()} retrying={isFetching} />;
}
