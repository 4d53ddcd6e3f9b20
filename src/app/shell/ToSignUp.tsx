import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { signUpQueries } from '#src/features/sign-up/queries.ts';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { VisitorFrame } from './frame/VisitorFrame.tsx';

/** Redirects a new student to the sign-up form that they have not finished. */
export function ToSignUp() {
  const { data, error, refetch, isFetching } = useQuery(signUpQueries.resumed());
  if (data !== undefined && !isFetching) return <Navigate to={paths.signUpContinued(data)} replace />;
  return (
    <VisitorFrame busy={error === null}>
      {error === null ? (
        <SkeletonText lines={10} />
      ) : (
        <ErrorState
          text="Could not open the rest of your sign-up."
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </VisitorFrame>
  );
}
