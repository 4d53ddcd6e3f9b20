import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { PageSkeleton } from './ShellSkeleton.tsx';

/** Selects queries that load for the first time. */
export const firstLoads = {
  predicate: ({ state }: { state: { status: string } }) => state.status === 'pending',
};

/** Calls back once no query loads for the first time. Its effects wait for lazy code in the same boundary. */
function WhenLoaded({ onLoaded }: { onLoaded: () => void }) {
  const client = useQueryClient();
  const loading = useIsFetching(firstLoads);
  useEffect(() => {
    // Read the current count: new data can make a component request more.
    if (client.isFetching(firstLoads) === 0) onLoaded();
  }, [client, loading, onLoaded]);
  return null;
}

/**
 * Shows the page when all its data has arrived or failed, so that its parts do not move each other. Until then the
 * parts load hidden behind a skeleton.
 */
export function ShownWhenLoaded({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      {!isShown && <PageSkeleton />}
      <div hidden={!isShown}>
        <Suspense>
          {children}
          {!isShown && <WhenLoaded onLoaded={() => setShown(true)} />}
        </Suspense>
      </div>
    </>
  );
}
