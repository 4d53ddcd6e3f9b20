import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { PinButton } from '#src/features/users/components/PinButton.tsx';
import { userQueries } from '#src/features/users/queries.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { Card } from '#src/ui/Card.tsx';
import { QueryContent } from '../../shell/QueryContent.tsx';

/** Returns the pinned students first, both groups in the given order. */
function pinnedFirst<Student extends { pk: number }>(students: readonly Student[], me: Me): Student[] {
  const isPinned = ({ pk }: Student) => me.pinned_users.some((user) => user.pk === pk);
  return [...students.filter(isPinned), ...students.filter((student) => !isPinned(student))];
}

/** A mentor's students, with a button to pin each of them. */
export function StudentsCard({ me, hideEmpty }: { me: Me; hideEmpty: boolean }) {
  const students = useQuery(userQueries.myStudents());
  if (hideEmpty && students.data?.length === 0) return null;
  return (
    <Card title="Your students">
      <QueryContent query={students}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-muted">No students yet. Students assigned to you appear here.</p>
          ) : (
            <ul className="grid gap-0.5">
              {pinnedFirst(all, me).map((student) => (
                <li key={student.pk} className="flex items-center gap-2.5">
                  <Avatar name={student.fullName} size="small" />
                  <Link
                    to={paths.user(student.pk)}
                    className="min-w-0 flex-1 truncate rounded-control py-1.5 hover:text-accent-text hover:underline"
                  >
                    {student.fullName}
                  </Link>
                  <PinButton student={student} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Card>
  );
}
