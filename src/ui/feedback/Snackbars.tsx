import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { type SnackbarMessage, snackbarStore } from './snackbar.ts';

const loadList = () => import('./SnackbarList.tsx');
/** Shows a message as plain text when the list's code cannot be loaded offline. */
const SnackbarList = lazy(async () => ({
  default: await loadList().then(
    (module) => module.SnackbarList,
    () => PlainMessages,
  ),
}));

function PlainMessages({ messages }: { messages: readonly SnackbarMessage[] }) {
  const latest = messages.at(-1);
  return (
    <div role="status" className="fixed bottom-4 left-4 z-50">
      {latest && (
        <p data-kind={latest.kind} className="rounded-card border bg-surface px-3 py-2 shadow-float">
          {latest.text}
        </p>
      )}
    </div>
  );
}

/** The snackbars; each surface renders them once. Their code loads after the page, so that it is available offline. */
export function Snackbars() {
  useEffect(() => {
    const timer = setTimeout(() => void loadList().catch(() => undefined), 2000);
    return () => clearTimeout(timer);
  }, []);
  const messages = useSyncExternalStore(snackbarStore.subscribe, snackbarStore.read, snackbarStore.read);
  const needed = useRef(false);
  needed.current ||= messages.length > 0;
  return needed.current ? (
    <Suspense>
      <SnackbarList messages={messages} />
    </Suspense>
  ) : null;
}
