import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { CrashMessage, handleCrash } from '../crash/CrashBoundary.tsx';
import { isChunkLoadError } from './chunk-load-error.ts';

/** Shows that a page's code did not load, with menu and top bar. Other errors go to the crash page. */
export function PageLoadError() {
  const error = useRouteError();
  const isMissing = isChunkLoadError(error);
  useEffect(() => {
    // A second failure reloads the page, which does not help offline.
    if (isMissing && navigator.onLine) handleCrash(error);
  }, [error, isMissing]);
  if (!isMissing) throw error;
  return (
    <div className="py-12">
      <CrashMessage error={error} />
    </div>
  );
}
