import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { deadlinesQuery } from '#src/features/deadlines/queries.ts';
import { RecentlyCompletedTasks } from '#src/features/tasks/components/completed/RecentlyCompletedTasks.tsx';
import { PinnedNextTasks } from '#src/features/tasks/components/upcoming/PinnedNextTasks.tsx';
import { UpcomingTasks } from '#src/features/tasks/components/upcoming/UpcomingTasks.tsx';
import { taskQueries, useUpcomingTasks } from '#src/features/tasks/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { lazyPart } from '#src/lib/lazy-part.ts';
import { useAfterPaint } from '#src/lib/timing/useAfterPaint.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import type { FirstPage } from '../../shell/loading/first-page.ts';
import { useMe } from '../../shell/me.ts';
import { taskLink } from '#src/features/tasks/components/task-link.tsx';

// Loaded on demand: the code of forms and dialogs is twice as large as the rest of the page.
const CalendarFeedDialog = lazy(async () => ({
  default: (await import('#src/features/tasks/components/CalendarFeedDialog.tsx')).CalendarFeedDialog,
}));
const DeadlinesCard = lazyPart(async () => (await import('./DeadlinesCard.tsx')).DeadlinesCard);
const QuickAdd = lazyPart(async () => (await import('#src/features/tasks/components/QuickAdd.tsx')).QuickAdd);

/** A placeholder as high as the form: the line, the list select, the button, and space for messages. */
function QuickAddSkeleton() {
  return (
    <div role="status" aria-label="Loading the form" className="flex flex-wrap gap-2 pb-1.5">
      <Skeleton className="h-control min-w-56 flex-1" />
      <div className="w-44 pb-1">
        <Skeleton className="h-control w-full" />
      </div>
      <Skeleton className="h-control w-20" />
    </div>
  );
}

function DeadlinesSkeleton() {
  return (
    <Card title="Application deadlines">
      <SkeletonText lines={2} />
    </Card>
  );
}

export const handle: FirstPage = {
  loadFirst: (client) => client.prefetchInfiniteQuery(taskQueries.upcoming(null)),
};

/** /tasks/ (UPC-001): a student's own tasks, a parent's children's, or the next tasks of a mentor's pinned students. */
export function Component() {
  const me = useMe();
  const lists = useQuery(taskQueries.choices(null));
  const children = useQuery({
    ...userQueries.myStudents(),
    enabled: me.capabilities.includes('follow_children'),
  });
  const hasDeadlines = me.capabilities.includes('own_roadmap') || me.capabilities.includes('follow_children');
  // Requested before the card that shows it has loaded.
  useQuery({ ...deadlinesQuery(null), enabled: hasDeadlines });
  // Most mentors and staff have no list to add tasks to, so no placeholder is shown for the form.
  const seesStudents = me.capabilities.includes('list_students');
  // Delays the deadlines below until the tasks have their final height.
  const own = useUpcomingTasks();
  const [showsFeed, setShowsFeed] = useState(false);
  const isPainted = useAfterPaint();
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>Upcoming tasks · GoPath</title>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl font-semibold">Upcoming tasks</h1>
        <Button icon={<CalendarPlus aria-hidden className="size-4" />} onClick={() => setShowsFeed(true)}>
          Add to your calendar
        </Button>
      </header>
      {lists.isPending || !isPainted
        ? !seesStudents && <QuickAddSkeleton />
        : lists.data !== undefined &&
          lists.data.length > 0 && (
            <Suspense fallback={<QuickAddSkeleton />}>
              <QuickAdd viewerPk={me.pk} lists={lists.data} shortcut />
            </Suspense>
          )}
      {children.data?.map((child) => (
        <Card key={child.pk} title={child.fullName}>
          <UpcomingTasks viewerPk={me.pk} userPk={child.pk} renderLink={taskLink(me.pk)} />
          <RecentlyCompletedTasks
            viewerPk={me.pk}
            userPk={child.pk}
            renderLink={taskLink(me.pk)}
            isCardTitled
          />
        </Card>
      ))}
      {me.capabilities.includes('pin_students') && (
        <Card title="Pinned students">
          <PinnedNextTasks renderLink={taskLink(me.pk)} />
        </Card>
      )}
      <Card title={seesStudents ? 'Your own tasks' : undefined}>
        <UpcomingTasks viewerPk={me.pk} renderLink={taskLink(me.pk)} />
        <RecentlyCompletedTasks
          viewerPk={me.pk}
          userPk={null}
          renderLink={taskLink(me.pk)}
          isCardTitled={seesStudents}
        />
      </Card>
      {hasDeadlines && !own.isPending && (
        <Suspense fallback={<DeadlinesSkeleton />}>
          {isPainted ? <DeadlinesCard viewerPk={me.pk} /> : <DeadlinesSkeleton />}
        </Suspense>
      )}
      {showsFeed && (
        <Suspense>
          <CalendarFeedDialog onClose={() => setShowsFeed(false)} />
        </Suspense>
      )}
    </div>
  );
}
