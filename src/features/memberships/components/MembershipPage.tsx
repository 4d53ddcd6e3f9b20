import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { membershipQueries } from '../queries.ts';
import { CorrectionForm } from './CorrectionForm.tsx';
import { LedgerEntries } from './LedgerEntries.tsx';
import { MembershipSummary } from './MembershipSummary.tsx';

/** A student's membership for staff: state, correction and ledger. */
export function MembershipPage({ pk, notFound }: { pk: number; notFound: React.ReactNode }) {
  const query = useQuery(membershipQueries.detail(pk));
  const { data, error } = query;
  if (error instanceof AppError && error.code === 'NOT_FOUND') return notFound;
  if (data === undefined) {
    if (error === null) return <SkeletonText lines={10} />;
    return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid gap-2">
        <UpLink to={paths.memberships}>Memberships</UpLink>
        <h1 className="text-2xl font-semibold" data-private>
          <Link to={paths.user(pk)} className="hover:text-accent-text hover:underline">
            {data.student.full_name}
          </Link>
        </h1>
      </div>
      <Card title="Membership">
        <MembershipSummary membership={data} />
      </Card>
      <Card title="Grant or correct">
        <CorrectionForm pk={pk} />
      </Card>
      <Card title="History">
        <LedgerEntries entries={data.entries} />
      </Card>
    </div>
  );
}
