import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { Section } from '#src/features/dashboard/components/Section.tsx';
import type { DashboardState } from '#src/features/dashboard/queries.ts';
import { AttentionBadges } from '#src/features/students/components/AttentionBadges.tsx';
import { PinButton } from '#src/features/users/components/PinButton.tsx';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';

/** A mentor's students, the most urgent first with the reasons, with a button to pin each of them. */
export function StudentsSection({
  students,
  hideEmpty,
}: {
  students: NonNullable<DashboardState['students']>;
  hideEmpty: boolean;
}) {
  if (hideEmpty && students.length === 0) return null;
  return (
    <Section
      id="students"
      title="Your students"
      action={students.length > 0 && <CardLink to={paths.students}>All students</CardLink>}
      isPrivate
    >
      {students.length === 0 ? (
        <p className="text-muted">No students yet. Students assigned to you appear here.</p>
      ) : (
        <ul className="grid gap-1">
          {students.map((student) => (
            <li key={student.pk} className="flex min-h-10 items-center gap-2.5">
              <Avatar name={student.fullName} picture={student.picture} size="small" />
              <div className="grid min-w-0 flex-1 gap-0.5">
                <Link
                  to={paths.user(student.pk)}
                  className="min-w-0 truncate rounded-control hover:text-accent-text hover:underline"
                >
                  {student.fullName}
                </Link>
                {student.attention.length > 0 && <AttentionBadges reasons={student.attention} />}
              </div>
              <PinButton student={student} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
