import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { StoredText } from '#src/ui/feedback/StoredText.tsx';

/** The pause between two tries, in milliseconds. */
const RETRY_MS = 1000;
const MAX_TRIES = 3;

/** Loads the page's code, and retries because requests can still fail just after the browser is online. */
async function loadAgain(load: () => Promise<ComponentType>): Promise<ComponentType> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine || tries === MAX_TRIES) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
      });
    }
  }
}

/** Replaces a page whose code could not be loaded offline, and loads it as soon as the browser is online. */
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
    loadAgain(retry)
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
    <div className="grid justify-items-center gap-3 px-4 py-12 text-center">
      <h1 className="font-semibold">You’re offline</h1>
      <p className="max-w-96 text-balance text-muted">
        This page opens when you’re back online. <StoredText />
      </p>
      <Button onClick={load} busy={isLoading}>
        Try again
      </Button>
    </div>
  );
}
