import type { Me } from '#shared/users/responses.ts';
import type { PersonPermission } from '#shared/users/permissions.ts';
import type { Person } from '#shared/users/person.ts';
import { ContactCard } from '#src/features/users/components/ContactCard.tsx';
import { RelatedPeople } from '#src/features/users/components/RelatedPeople.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { DeadlinesCard, EssaysCard, RatingCard, RoadmapCard } from './StudentPlan.tsx';
import { InteractionsCard, NextMeetingCard, NotesCard, TasksCard } from './StudentWork.tsx';

/** The sections of a student that the viewer can see, each with a link to its page. */
export function StudentPage({ me, student }: { me: Me; student: Person }) {
  const may = (permission: PersonPermission) => student.permissions.includes(permission);
  const work = [
    ...(may('view_bookedmeeting') ? [<NextMeetingCard key="meeting" me={me} student={student} />] : []),
    ...(may('view_list') ? [<TasksCard key="tasks" me={me} student={student} />] : []),
    ...(may('view_note') ? [<NotesCard key="notes" me={me} student={student} />] : []),
    // INT-003: for people with meetings.
    ...(may('view_interaction') && me.show_meetings
      ? [<InteractionsCard key="interactions" me={me} student={student} />]
      : []),
  ];
  const plan = [
    ...(may('view_roadmap')
      ? [<RoadmapCard key="roadmap" student={student} isOwn={me.pk === student.pk} />]
      : []),
    ...(may('view_essay')
      ? [
          <DeadlinesCard key="deadlines" student={student} viewerPk={me.pk} />,
          <EssaysCard key="essays" student={student} />,
        ]
      : []),
    ...(may('view_studentprofilerating') ? [<RatingCard key="rating" student={student} />] : []),
  ];
  const family = [
    ...(may('view_contact') ? [<ContactCard key="contact" person={student} />] : []),
    ...(may('view_family') ? [<FamilyCard key="family" me={me} student={student} />] : []),
  ];
  // Staff see no notes and tasks, so the plan comes first.
  const [main, side] = work.length > 0 ? [work, [...plan, ...family]] : [plan, family];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{main}</div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{side}</div>
    </div>
  );
}

function FamilyCard({ me, student }: { me: Me; student: Person }) {
  const people = [...student.parents, ...student.mentors];
  return (
    <Card title="Family and mentors">
      {people.length === 0 ? (
        <p className="text-muted">No parent or mentor is assigned yet.</p>
      ) : (
        <RelatedPeople person={student} people={people} viewerPk={me.pk} withRole />
      )}
    </Card>
  );
}
