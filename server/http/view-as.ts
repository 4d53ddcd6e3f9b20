import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { readPk } from '#shared/kernel/ids.ts';
import { canViewAsParent, virtualParentOf } from '#shared/users/view-as.ts';

/** The routes of 'view as parent'. Every other route is refused, new ones included. */
export const VIEWABLE_ROUTES: ReadonlySet<string> = new Set([
  'POST /graphql',
  'GET /api/me/',
  'GET /api/users/:key/',
  'GET /api/users/:key/picture/',
  'GET /api/users/:key/lists/',
  'GET /api/get_school/',
  'GET /api/get_cipcode/',
]);

/** The queries of 'view as parent': they depend on the student, and not on who the parent is. */
export const VIEWABLE_QUERIES: ReadonlySet<string> = new Set([
  'me',
  'myStudents',
  'student',
  'roadmap',
  'spr',
  'sprReviews',
  'multipleSprs',
  'requestForStudentProfileRatingReviewEnabled',
  'allInteractions',
  'allTaskLists',
  'allUpcomingTasks',
  'completedTasks',
  'recentlyCompletedTasks',
  'task',
  'taskActivities',
  'studentEssays',
  'essay',
  'upcomingDeadlines',
  'allInstitutions',
  'allSchools',
  'allCipcodes',
  'allExamCategories',
]);

/** Returns the error of requests beyond the view as a parent. */
export function notViewable(): AppError {
  return new AppError('FORBIDDEN', 'This is not part of the view as a parent.');
}

/**
 * Returns the virtual parent of a request.
 * @param student the pk in the request's header
 * @throws AppError NOT_FOUND, FORBIDDEN for other routes
 */
export function viewAsParent(viewer: Actor, student: string | string[], route: string): Actor {
  const pk = readPk(typeof student === 'string' ? student : undefined);
  if (pk === null || !canViewAsParent(viewer, pk)) throw notFound();
  if (!VIEWABLE_ROUTES.has(route)) throw notViewable();
  return virtualParentOf(viewer, pk);
}
