import { lazy, Suspense, useRef, useSyncExternalStore } from 'react';
import { snackbarStore } from './snackbar.ts';

const SnackbarList = lazy(async () => ({ default: (await import('./SnackbarList.tsx')).SnackbarList }));

/** The place of the snackbars, once in every door; its code comes with the first message. */
export function Snackbars() {
  const messages = useSyncExternalStore(snackbarStore.subscribe, snackbarStore.read, snackbarStore.read);
  const needed = useRef(false);
  needed.current ||= messages.length > 0;
  return needed.current ? (
    <Suspense>
      <SnackbarList messages={messages} />
    </Suspense>
  ) : null;
}
