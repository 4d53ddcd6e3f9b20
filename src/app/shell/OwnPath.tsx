import { Navigate, useLocation } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { useMe } from './me.ts';

/**
 * Redirects sub-paths of /me/ to the person's own pages: /me/roadmap/, /me/tasks/… and
 * /me/student_profile_rating/.
 */
export function OwnPath() {
  const me = useMe();
  const { pathname, search, hash } = useLocation();
  const rest = pathname.slice(paths.me.length - 1);
  const target = rest === '/student_profile_rating/' ? paths.studentProfileRating(me.pk) : rest;
  return <Navigate to={{ pathname: target, search, hash }} replace />;
}
