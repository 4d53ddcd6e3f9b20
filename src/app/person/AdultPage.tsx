import type { Me } from '#shared/users/answers.ts';
import type { Person } from '#shared/users/person.ts';
import { PeopleList } from '#src/features/users/components/PeopleList.tsx';
import { Card } from '#src/ui/Card.tsx';
import { NotesByCard } from './StudentWork.tsx';

/** A parent or mentor: the students that the viewer shares with them, and what they wrote for the viewer. */
export function AdultPage({ me, person }: { me: Me; person: Person }) {
  const isOwn = me.pk === person.pk;
  const students = <StudentsCard me={me} person={person} />;
  if (isOwn || person.role === 'parent') return <div className="max-w-[720px]">{students}</div>;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <NotesByCard me={me} person={person} />
      {students}
    </div>
  );
}

function StudentsCard({
  me,
  person: { pk, role, first_name: firstName, students },
}: {
  me: Me;
  person: Person;
}) {
  const isOwn = me.pk === pk;
  if (me.role === 'student') {
    return (
      <Card title="How you know each other">
        <p>
          {firstName} is your {role}.
        </p>
      </Card>
    );
  }
  const [own, shared] =
    role === 'parent' && me.role === 'parent'
      ? ['Your children', 'Children you share']
      : ['Your students', 'Students you share'];
  return (
    <Card title={isOwn ? own : shared}>
      {students.length === 0 ? (
        <p className="text-muted">No student is assigned to you.</p>
      ) : (
        <PeopleList people={students} viewerPk={me.pk} />
      )}
    </Card>
  );
}
