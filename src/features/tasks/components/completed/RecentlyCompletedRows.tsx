import { useInfiniteQuery } from '@tanstack/react-query';
import { RECENTLY_COMPLETED_DAYS } from '#shared/tasks/constants.ts';
import { completedQueries } from '../../completed-queries.ts';
import type { RenderTaskLink } from '../upcoming/UpcomingTasks.tsx';
import { CompletedRows } from './CompletedRows.tsx';

/** The recently completed tasks of a person, or of the viewer (null), with their lists. */
export function RecentlyCompletedRows({
  viewerPk,
  userPk,
  renderLink,
}: {
  viewerPk: number;
  userPk: number | null;
  renderLink: RenderTaskLink;
}) {
  const query = useInfiniteQuery(completedQueries.recent(userPk));
  return (
    <CompletedRows
      viewerPk={viewerPk}
      query={query}
      renderLink={renderLink}
      showsList
      empty={`Tasks completed in the last ${RECENTLY_COMPLETED_DAYS} days appear here.`}
    />
  );
}
