import type { ReactNode } from 'react';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';

/** A query, or a value derived from its data. */
interface LoadedQuery<Data> {
  data: Data | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Shows the data of a query once it has loaded, a skeleton before that, and an error with a retry button. */
export function QueryContent<Data>({
  query,
  lines = 4,
  children,
}: {
  query: LoadedQuery<Data>;
  /** The height of the skeleton. */
  lines?: number;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  return <SkeletonText lines={lines} />;
}
