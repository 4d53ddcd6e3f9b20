import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { completedQueries } from '../../completed-queries.ts';
import { CompletedRows } from '../completed/CompletedRows.tsx';
import { CompletedSection } from '../completed/CompletedSection.tsx';

/** The collapsible Completed section of a list, ten tasks at a time (LIST-005, LIST-006). */
export function CompletedTasks({
  viewerPk,
  listPk,
  linkTo,
}: {
  viewerPk: number;
  listPk: number;
  linkTo: (taskPk: number) => string;
}) {
  const query = useInfiniteQuery(completedQueries.ofList(listPk));
  return (
    <CompletedSection title="Completed" total={query.data?.pages[0]?.totalCount} within="page">
      <CompletedRows
        viewerPk={viewerPk}
        query={query}
        renderLink={(task, className) => (
          <Link to={linkTo(task.pk)} className={className}>
            {task.name}
          </Link>
        )}
        empty="Completed tasks appear here."
      />
    </CompletedSection>
  );
}
