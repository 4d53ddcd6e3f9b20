import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { PinnedNextTasks } from '#src/features/tasks/components/PinnedNextTasks.tsx';
import { taskLink } from '#src/features/tasks/components/task-link.tsx';
import { UpcomingTasks } from '#src/features/tasks/components/UpcomingTasks.tsx';
import { taskQueries, useUpcomingTasks } from '#src/features/tasks/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { Card } from '#src/ui/Card.tsx';
import { CardLink } from '#src/ui/CardLink.tsx';

const allTasks = <CardLink to={paths.tasks}>All tasks</CardLink>;

/** The next task of each pinned student, overdue ones included. */
function PinnedStudentsCard({ me }: { me: Me }) {
  const { data } = useQuery(taskQueries.pinnedStudents());
  if (data?.some(({ nextTask }) => nextTask) !== true) return null;
  return (
    <Card data-private title="Tasks of pinned students" action={allTasks}>
      <PinnedNextTasks renderLink={taskLink(me.pk)} limit={5} />
    </Card>
  );
}

/** The person's own upcoming tasks. */
function OwnTasksCard({ me, hideEmpty }: { me: Me; hideEmpty: boolean }) {
  const { tasks } = useUpcomingTasks(null);
  if (hideEmpty && tasks?.length === 0) return null;
  return (
    <Card data-private title="Upcoming tasks" action={allTasks}>
      <UpcomingTasks viewerPk={me.pk} renderLink={taskLink(me.pk)} />
    </Card>
  );
}

function ChildrenCards({ me }: { me: Me }) {
  const children = useQuery(userQueries.myStudents());
  return children.data?.map(({ pk, fullName }) => (
    <Card key={pk} data-private title={`Upcoming tasks of ${fullName}`} action={allTasks}>
      <UpcomingTasks viewerPk={me.pk} userPk={pk} renderLink={taskLink(me.pk)} />
    </Card>
  ));
}

/** Upcoming tasks: each child's for parents, their own for others, and pinned students' for mentors. */
export function TaskCards({ me, hideEmpty }: { me: Me; hideEmpty: boolean }) {
  if (me.capabilities.includes('follow_children')) return <ChildrenCards me={me} />;
  return (
    <>
      {me.capabilities.includes('pin_students') && <PinnedStudentsCard me={me} />}
      <OwnTasksCard me={me} hideEmpty={hideEmpty} />
    </>
  );
}
