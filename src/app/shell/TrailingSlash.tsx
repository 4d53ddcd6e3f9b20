import { Navigate, Outlet, useLocation } from 'react-router';

/** Redirects a path without a trailing slash to the same path with one (AUTH-015). */
export function TrailingSlash() {
  const { pathname, search, hash, state } = useLocation();
  if (!pathname.endsWith('/'))
    return <Navigate to={{ pathname: `${pathname}/`, search, hash }} state={state} replace />;
  return <Outlet />;
}
