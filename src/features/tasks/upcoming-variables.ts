import { PAGE_SIZES } from '#shared/tasks/constants.ts';

/**
 * Returns the variables of a page of upcoming tasks. Apart from the queries, because the early script sends the same
 * request without their code.
 * @param userPk null for the viewer's own tasks
 */
export function upcomingVariables(userPk: number | null, after: string | null = null) {
  return { userPk, first: PAGE_SIZES.upcoming, after, forceRefresh: false };
}
