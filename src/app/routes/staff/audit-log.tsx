import { useSearchParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { AuditLog } from '#src/features/privacy/components/AuditLog.tsx';
import type { AuditLogFilters } from '#src/features/privacy/queries.ts';
import { PersonFilter } from '#src/features/users/components/PersonFilter.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';

const NAMES = ['person', 'kind', 'from', 'to'] as const;

/** /audit_log/, for holders of `privacy.manage_data`. The address contains the filters. */
export function Component() {
  const me = useMe();
  const [params, setParams] = useSearchParams();
  if (!me.permissions.includes('privacy.manage_data')) return <NotFoundPage />;
  const filters: AuditLogFilters = {};
  for (const name of NAMES) {
    const value = params.get(name);
    if (value !== null) filters[name] = value;
  }
  const filter = (change: AuditLogFilters) => {
    const given = Object.entries(change).filter((entry): entry is [string, string] => entry[1] !== undefined);
    setParams(new URLSearchParams(given), { replace: true });
  };
  return (
    <>
      <title>Audit Log · GoPath</title>
      <AuditLog
        filters={filters}
        onFilter={filter}
        personFilter={
          <PersonFilter
            label="Person"
            pk={readPk(filters.person)}
            onChange={(pk) => filter({ ...filters, person: pk === null ? undefined : String(pk) })}
          />
        }
      />
    </>
  );
}
