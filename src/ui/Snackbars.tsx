import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { snackbarStore } from './snackbar.ts';

const loadList = () => import('./SnackbarList.tsx');
const SnackbarList = lazy(async () => ({ default: (await loadList()).SnackbarList }));

/** The place of the snackbars, once in every door; its code comes after the page, in time for being offline. */
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
