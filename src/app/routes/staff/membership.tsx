import { useParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { MembershipPage } from '#src/features/memberships/components/MembershipPage.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/** /memberships/{student}/, for holders of `memberships.manage_membership`. */
export function Component() {
  const me = useMe();
  const pk = readPk(useParams()['pk']);
  if (pk === null || !me.permissions.includes('memberships.manage_membership')) return <NotFoundPage />;
  return (
    <>
      <title>Membership · GoPath</title>
      <MembershipPage key={pk} pk={pk} notFound={<NotFoundPage />} />
    </>
  );
}
