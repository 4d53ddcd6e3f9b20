import type { GraphQLSchema } from 'graphql';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { canViewAsParent, virtualParentOf } from '#shared/users/view-as.ts';
import type { GraphQLContext } from '../graphql/builder.ts';

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
  'task',
  'taskActivities',
  'allInstitutions',
  'allSchools',
  'allCipcodes',
  'allExamCategories',
]);

function refuse(): AppError {
  return new AppError('FORBIDDEN', 'This is not part of the view as a parent.');
}

/**
 * Returns the virtual parent of a request.
 * @param student the pk in the request's header
 * @throws AppError NOT_FOUND, FORBIDDEN for other routes
 */
export function viewAsParent(viewer: Actor, student: string | string[], route: string): Actor {
  const pk = typeof student === 'string' && /^[1-9]\d{0,9}$/.test(student) ? Number(student) : 0;
  if (!canViewAsParent(viewer, pk)) throw notFound();
  if (!VIEWABLE_ROUTES.has(route)) throw refuse();
  return virtualParentOf(viewer, pk);
}

/** Makes every other query of the schema refuse the virtual parent. */
export function guardQueries(schema: GraphQLSchema): GraphQLSchema {
  for (const [name, field] of Object.entries(schema.getQueryType()?.getFields() ?? {})) {
    const { resolve } = field;
    if (resolve === undefined) throw new Error(`Query ${name} has no resolver.`);
    if (VIEWABLE_QUERIES.has(name)) continue;
    field.resolve = (root, args, context: GraphQLContext, info) => {
      if (context.actor.viewer !== undefined) throw refuse();
      return resolve(root, args, context, info);
    };
  }
  return schema;
}
