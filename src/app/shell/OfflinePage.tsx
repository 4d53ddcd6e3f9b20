import { CloudOff } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';

/** Stands in for a page whose code could not be loaded offline, and loads it as soon as the browser is online. */
export function OfflinePage({
  Loaded,
  retry,
}: {
  /** The page, once an earlier visit has loaded it. */
  Loaded: ComponentType | undefined;
  retry: () => Promise<ComponentType>;
}) {
  const [Page, setPage] = useState(() => Loaded);
  const [isLoading, setLoading] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const load = () => {
    setLoading(true);
    retry()
      .then(
        (Component) => setPage(() => Component),
        (error: unknown) => {
          if (navigator.onLine) setFailure(error);
        },
      )
      .finally(() => setLoading(false));
  };
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const onOnline = () => latest.current();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, []);

  if (Page !== undefined) return <Page />;
  if (failure !== null) throw failure;
  return (
    <EmptyState
      asPage
      icon={<CloudOff />}
      title="You’re offline"
      action={
        <Button onClick={load} busy={isLoading}>
          Try again
        </Button>
      }
    >
      This page opens when you’re back online. What you wrote is saved on this device.
    </EmptyState>
  );
}
