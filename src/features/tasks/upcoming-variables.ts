import { PAGE_SIZES } from '#shared/tasks/constants.ts';

/**
 * Returns the variables of a page of upcoming tasks. In a separate module, because the early script sends the
 * same request without the code of the queries.
 * @param userPk null for the viewer's own tasks
 */
export function upcomingVariables(userPk: number | null, after: string | null = null) {
  return { userPk, first: PAGE_SIZES.upcoming, after, forceRefresh: false };
}
