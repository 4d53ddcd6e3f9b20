import { type ComponentProps, Suspense } from 'react';
import { RECENTLY_COMPLETED_DAYS } from '#shared/tasks/constants.ts';
import { lazyPart } from '#src/lib/lazy-part.ts';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { useUpcomingTasks } from '../../queries.ts';
import { CompletedSection } from './CompletedSection.tsx';

const RecentlyCompletedRows = lazyPart(
  async () => (await import('./RecentlyCompletedRows.tsx')).RecentlyCompletedRows,
);

/** The section of a card with a person's recently completed tasks (TASK-023). Loads its code and data when opened. */
export function RecentlyCompletedTasks({
  isCardTitled,
  ...rows
}: ComponentProps<typeof RecentlyCompletedRows> & { isCardTitled: boolean }) {
  // The upcoming tasks above would move it when they appear.
  if (useUpcomingTasks(rows.userPk).isPending) return null;
  return (
    <CompletedSection
      title={`Completed in the last ${RECENTLY_COMPLETED_DAYS} days`}
      within={isCardTitled ? 'titled card' : 'card'}
    >
      <Suspense fallback={<SkeletonText lines={3} />}>
        <RecentlyCompletedRows {...rows} />
      </Suspense>
    </CompletedSection>
  );
}
