import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { SkeletonText } from '#src/ui/Skeleton.tsx';

/** Shows the data of a query once it has loaded, a skeleton before that, and an error with a retry button. */
export function QueryContent<Data>({
  query,
  lines = 4,
  children,
}: {
  query: UseQueryResult<Data>;
  /** How high it will be, about. */
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return <SkeletonText lines={lines} />;
}
