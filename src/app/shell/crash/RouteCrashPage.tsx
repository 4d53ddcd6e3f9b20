import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { CrashPage, handleCrash } from './CrashBoundary.tsx';

/** The error element of pages that crash while they load or render. */
export function RouteCrashPage() {
  const error = useRouteError();
  useEffect(() => handleCrash(error), [error]);
  return <CrashPage error={error} />;
}
