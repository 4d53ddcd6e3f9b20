import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { DeadlineList } from '#src/features/deadlines/components/DeadlineList.tsx';
import { deadlinesQuery } from '#src/features/deadlines/queries.ts';
import { CalendarFeedDialog } from '#src/features/tasks/components/CalendarFeedDialog.tsx';
import { PinnedNextTasks } from '#src/features/tasks/components/upcoming/PinnedNextTasks.tsx';
import { QuickAdd } from '#src/features/tasks/components/QuickAdd.tsx';
import { UpcomingTasks } from '#src/features/tasks/components/upcoming/UpcomingTasks.tsx';
import { taskQueries, useUpcomingTasks } from '#src/features/tasks/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { QueryContent } from '../../shell/loading/QueryContent.tsx';
import { useMe } from '../../shell/me.ts';
import { taskLink } from '#src/features/tasks/components/task-link.tsx';

/** /tasks/ (UPC-001): a student's own tasks, a parent's children's, or the next tasks of a mentor's pinned students. */
export function Component() {
  const me = useMe();
  const lists = useQuery(taskQueries.choices(null));
  const children = useQuery({
    ...userQueries.myStudents(),
    enabled: me.capabilities.includes('follow_children'),
  });
  const hasDeadlines = me.capabilities.includes('own_roadmap') || me.capabilities.includes('follow_children');
  const deadlines = useQuery({ ...deadlinesQuery(null), enabled: hasDeadlines });
  // Few mentors and staff have a list of their own to add tasks to.
  const seesStudents = me.capabilities.includes('list_students');
  // The tasks above get their height when they load.
  const own = useUpcomingTasks();
  const showsDeadlines = hasDeadlines && !own.isPending && !deadlines.isPending;
  const [showsFeed, setShowsFeed] = useState(false);
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-4">
      <title>Upcoming tasks · GoPath</title>
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl font-semibold">Upcoming tasks</h1>
        <Button icon={<CalendarPlus aria-hidden className="size-4" />} onClick={() => setShowsFeed(true)}>
          Add to your calendar
        </Button>
      </header>
      {lists.isPending && !seesStudents && <Skeleton className="h-control w-full" />}
      {lists.data !== undefined && lists.data.length > 0 && (
        <QuickAdd viewerPk={me.pk} lists={lists.data} shortcut />
      )}
      {children.data?.map((child) => (
        <Card key={child.pk} title={child.fullName}>
          <UpcomingTasks viewerPk={me.pk} userPk={child.pk} renderLink={taskLink(me.pk)} />
        </Card>
      ))}
      {me.capabilities.includes('pin_students') && (
        <Card title="Pinned students">
          <PinnedNextTasks renderLink={taskLink(me.pk)} />
        </Card>
      )}
      <Card title={seesStudents ? 'Your own tasks' : undefined}>
        <UpcomingTasks viewerPk={me.pk} renderLink={taskLink(me.pk)} />
      </Card>
      {showsDeadlines && (
        <Card title="Application deadlines" data-private>
          <QueryContent query={deadlines} lines={2}>
            {(shown) => <DeadlineList deadlines={shown} viewerPk={me.pk} />}
          </QueryContent>
        </Card>
      )}
      {showsFeed && <CalendarFeedDialog onClose={() => setShowsFeed(false)} />}
    </div>
  );
}
