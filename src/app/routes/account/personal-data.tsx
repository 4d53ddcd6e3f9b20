import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { PersonalData } from '#src/features/privacy/components/PersonalData.tsx';
import { personQuery } from '#src/features/users/person-query.ts';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/** /users/{id}/personal_data/, for the person, their parents and holders of `privacy.manage_data`. */
export function Component() {
  const me = useMe();
  const pk = readPk(useParams().pk);
  const isSelf = pk === me.pk;
  const person = useQuery({ ...personQuery(pk ?? 0), enabled: pk !== null && !isSelf });
  const { data, error } = person;
  const isRefused = data?.permissions.includes('view_personal_data') === false;
  const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
  if (pk === null || isMissing || isRefused) return <NotFoundPage />;
  if (error !== null && data === undefined) {
    return <ErrorState asPage onRetry={() => void person.refetch()} retrying={person.isFetching} />;
  }
  const name = isSelf ? me.full_name : data?.full_name;
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>Personal data · GoPath</title>
      <div className="grid gap-2">
        <UpLink to={isSelf ? paths.settings : paths.user(pk)}>
          {isSelf ? 'Settings' : (name ?? 'Profile')}
        </UpLink>
        <h1 className="text-2xl font-semibold">Personal data</h1>
      </div>
      <PersonalData pk={pk} isSelf={isSelf} />
    </div>
  );
}
