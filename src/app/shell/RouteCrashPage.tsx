import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { CrashPage, handleCrash } from './CrashBoundary.tsx';

/** The router's own boundary: a page that crashed while it was loaded or shown. */
export function RouteCrashPage() {
  const error = useRouteError();
  useEffect(() => handleCrash(error), [error]);
  return <CrashPage error={error} />;
}
