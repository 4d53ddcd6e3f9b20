import { paths } from '#shared/kernel/paths.ts';
import { Section } from '#src/features/dashboard/components/Section.tsx';
import type { DashboardPerson } from '#src/features/dashboard/queries.ts';
import { DeadlineList } from '#src/features/deadlines/components/DeadlineList.tsx';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';

/** The next deadlines of a student's applications and essays; renders nothing when there are none. */
export function DeadlinesSection({ person, viewerPk }: { person: DashboardPerson; viewerPk: number }) {
  if (person.deadlines.length === 0) return null;
  return (
    <Section
      id="deadlines"
      title="Application deadlines"
      action={<CardLink to={paths.tasks}>All deadlines</CardLink>}
      isPrivate
    >
      <DeadlineList deadlines={person.deadlines} viewerPk={viewerPk} withStudent={false} />
    </Section>
  );
}
