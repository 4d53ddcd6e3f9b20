import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { ProgressSection } from '#src/features/dashboard/components/ProgressSection.tsx';
import { Section } from '#src/features/dashboard/components/Section.tsx';
import type { DashboardPerson, DashboardState } from '#src/features/dashboard/queries.ts';
import { PinnedNextTasks } from '#src/features/tasks/components/upcoming/PinnedNextTasks.tsx';
import { taskLink } from '#src/features/tasks/components/task-link.tsx';
import { UpcomingTasks } from '#src/features/tasks/components/upcoming/UpcomingTasks.tsx';
import { useKeptState } from '#src/lib/useKeptState.ts';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';
import { Tabs } from '#src/ui/navigation/Tabs.tsx';
import { DeadlinesSection } from './DeadlinesSection.tsx';

const allTasks = <CardLink to={paths.tasks}>All tasks</CardLink>;

/** The maximum number of pinned students with a task to show. */
const MAX_PINNED = 7;

/** The next task of each pinned student, and the person's own tasks. */
export function OwnTaskSections({
  me,
  state: { people, pinnedStudents },
  hideEmpty,
}: {
  me: Me;
  state: DashboardState;
  hideEmpty: boolean;
}) {
  return (
    <>
      {pinnedStudents?.some(({ nextTask }) => nextTask) === true && (
        <Section id="pinned-tasks" title="Tasks of pinned students" action={allTasks} isPrivate>
          <PinnedNextTasks renderLink={taskLink(me.pk)} limit={MAX_PINNED} />
        </Section>
      )}
      {!(hideEmpty && people[0]?.tasks.edges.length === 0) && (
        <Section id="tasks" title="Upcoming tasks" action={allTasks} isPrivate>
          <UpcomingTasks viewerPk={me.pk} renderLink={taskLink(me.pk)} />
        </Section>
      )}
    </>
  );
}

function ChildSections({ me, child }: { me: Me; child: DashboardPerson }) {
  const { pk, fullName } = child.user;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Section id="tasks" title={`Upcoming tasks of ${fullName}`} action={allTasks} isPrivate>
        <UpcomingTasks key={pk} viewerPk={me.pk} userPk={pk} renderLink={taskLink(me.pk)} />
      </Section>
      <div className="grid gap-4">
        <DeadlinesSection person={child} viewerPk={me.pk} />
        <ProgressSection person={child} isOwn={false} />
      </div>
    </div>
  );
}

/** The tasks and progress of each child of a parent; several children are tabs. */
export function ChildrenSections({ me, people }: { me: Me; people: DashboardState['people'] }) {
  const [chosen, setChosen] = useKeptState<string | null>('child', null);
  const child = people.find(({ user }) => user.id === chosen) ?? people[0];
  if (child === undefined) {
    return (
      <Section id="tasks" title="Your children">
        <p className="text-muted">No children yet. Their tasks and progress appear here.</p>
      </Section>
    );
  }
  if (people.length === 1) return <ChildSections me={me} child={child} />;
  return (
    <div>
      <Tabs
        label="Children"
        isPrivate
        tabs={people.map(({ user, firstName }) => ({ id: user.id, label: firstName }))}
        current={child.user.id}
        onChange={setChosen}
      >
        <div className="pt-4">
          <ChildSections me={me} child={child} />
        </div>
      </Tabs>
    </div>
  );
}
