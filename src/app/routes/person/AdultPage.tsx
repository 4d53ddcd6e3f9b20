import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import type { Person } from '#shared/users/person.ts';
import { ContactCard } from '#src/features/users/components/ContactCard.tsx';
import { LastInteractionChip } from '#src/features/interactions/components/LastInteractionChip.tsx';
import { RelatedPeople } from '#src/features/users/components/RelatedPeople.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';
import { NotesByCard } from './StudentWork.tsx';

/** A parent or mentor: the students shared with the viewer, and their notes that the viewer can read. */
export function AdultPage({ me, person }: { me: Me; person: Person }) {
  const isOwn = me.pk === person.pk;
  const notes = person.permissions.includes('view_authored_notes') && (
    <NotesByCard key="notes" me={me} person={person} />
  );
  const students = person.permissions.includes('view_shared_students') && (
    <StudentsCard key="students" me={me} person={person} isOwn={isOwn} />
  );
  const contact = person.permissions.includes('view_contact') && (
    <ContactCard key="contact" person={person} />
  );
  const cards = [notes, students, contact].filter((card) => card !== false);
  if (cards.length === 1) return <div className="max-w-[720px]">{cards}</div>;
  return <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">{cards}</div>;
}

function StudentsCard({ me, person, isOwn }: { me: Me; person: Person; isOwn: boolean }) {
  const { role, students } = person;
  // Two parents share children; everyone else shares students.
  const [own, shared] =
    me.capabilities.includes('follow_children') && role === me.role
      ? ['Your children', 'Children you share']
      : ['Your students', 'Students you share'];
  return (
    <Card
      title={isOwn ? own : person.permissions.includes('remove_student') ? 'Students' : shared}
      action={isOwn ? <CardLink to={paths.students}>All students</CardLink> : undefined}
    >
      {students.length === 0 ? (
        <p className="text-muted">
          {isOwn ? 'No student is assigned to you.' : 'No student is assigned to this person.'}
        </p>
      ) : (
        <RelatedPeople
          person={person}
          people={students}
          viewerPk={me.pk}
          detail={({ last_interaction: last, permissions }) =>
            permissions.includes('view_interaction') && (
              <LastInteractionChip at={last?.created_at ?? null} prefix="" />
            )
          }
        />
      )}
    </Card>
  );
}
