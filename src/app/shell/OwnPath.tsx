import { Navigate, useLocation } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { useMe } from './me.ts';

/** Sub-paths of /me/ whose pages have their own address: /me/roadmap/, /me/tasks/… and /me/student_profile_rating/. */
export function OwnPath() {
  const me = useMe();
  const { pathname, search, hash } = useLocation();
  const rest = pathname.slice(paths.me.length - 1);
  const target = rest === '/student_profile_rating/' ? paths.studentProfileRating(me.pk) : rest;
  return <Navigate to={{ pathname: target, search, hash }} replace />;
}
