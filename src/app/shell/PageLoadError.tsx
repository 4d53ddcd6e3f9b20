import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { CrashMessage, handleCrash } from './CrashBoundary.tsx';
import { isChunkLoadError } from './load-page.tsx';

/** Shows that code did not load, and keeps the menu and the top bar. Other errors go to the crash page. */
export function PageLoadError() {
  const error = useRouteError();
  const isMissing = isChunkLoadError(error);
  useEffect(() => {
    // A second failure would reload the page, and offline there is nothing to reload.
    if (isMissing && navigator.onLine) handleCrash(error);
  }, [error, isMissing]);
  if (!isMissing) throw error;
  return (
    <div className="py-12">
      <CrashMessage error={error} />
    </div>
  );
}
