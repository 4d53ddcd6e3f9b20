import { useSearchParams } from 'react-router';
import { MembershipList } from '#src/features/memberships/components/MembershipList.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

/** /memberships/, for holders of `memberships.manage_membership`. The address contains the filters. */
export function Component() {
  const me = useMe();
  const [params, setParams] = useSearchParams();
  if (!me.permissions.includes('memberships.manage_membership')) return <NotFoundPage />;
  return (
    <>
      <title>Memberships · GoPath</title>
      <MembershipList
        filters={{ state: params.get('state') ?? undefined, query: params.get('query') ?? undefined }}
        onFilter={(filters) => {
          const given = Object.entries(filters).filter(
            (entry): entry is [string, string] => typeof entry[1] === 'string',
          );
          setParams(new URLSearchParams(given), { replace: true });
        }}
      />
    </>
  );
}
