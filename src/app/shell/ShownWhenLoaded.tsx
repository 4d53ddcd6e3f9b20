import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { PageSkeleton } from './ShellSkeleton.tsx';

const firstLoads = { predicate: ({ state }: { state: { status: string } }) => state.status === 'pending' };

/**
 * Shows the page once everything it asks for has arrived or failed, so that its parts do not push each other around.
 * Until then the parts load hidden behind a skeleton.
 */
export function ShownWhenLoaded({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const loading = useIsFetching(firstLoads);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    // The live number: data that has just arrived may have made a part ask for more.
    if (client.isFetching(firstLoads) === 0) setShown(true);
  }, [client, loading]);
  return (
    <>
      {!isShown && <PageSkeleton />}
      <div hidden={!isShown}>{children}</div>
    </>
  );
}
