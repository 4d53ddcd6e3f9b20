import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import type { Person } from '#shared/users/person.ts';
import { RecentInteractions } from '#src/features/interactions/components/RecentInteractions.tsx';
import { MeetingList, NoMeetings } from '#src/features/meetings/components/MeetingList.tsx';
import { meetingQueries } from '#src/features/meetings/queries.ts';
import { RecentNotes } from '#src/features/notes/components/RecentNotes.tsx';
import { defaultListState, writeListState } from '#src/features/notes/list-state.ts';
import { noteQueries } from '#src/features/notes/queries.ts';
import { ListLinks } from '#src/features/tasks/components/lists/ListLinks.tsx';
import { UpcomingTasks } from '#src/features/tasks/components/upcoming/UpcomingTasks.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';
import { QueryContent } from '../../shell/loading/QueryContent.tsx';
import { backStateOf } from '../../shell/back-link.ts';
import { taskLink } from '#src/features/tasks/components/task-link.tsx';

interface CardProps {
  me: Me;
  student: Person;
}

const isSelf = ({ me, student }: CardProps) => me.pk === student.pk;

/** The student's meeting that is running, or the next one that the viewer takes part in. */
export function NextMeetingCard({ me, student }: CardProps) {
  const location = useLocation();
  const running = useQuery(meetingQueries.list('NOW', 1, student.id));
  const coming = useQuery(meetingQueries.list('UPCOMING', 1, student.id));
  const none = isSelf({ me, student })
    ? 'You have no meeting booked.'
    : me.capabilities.includes('write_notes')
      ? `You have no meeting booked with ${student.first_name}.`
      : `${student.first_name} has no meeting booked.`;
  const canBook =
    me.show_meetings && student.permissions.includes('add_bookedmeeting') && student.mentors.length > 0;
  return (
    <Card
      title="Next meeting"
      action={
        canBook ? (
          <CardLink
            to={{
              pathname: paths.bookMeeting,
              search: new URLSearchParams({ student: String(student.pk) }).toString(),
            }}
          >
            Book meeting
          </CardLink>
        ) : undefined
      }
    >
      <QueryContent query={running} lines={2}>
        {(now) => (
          <QueryContent query={coming} lines={2}>
            {(later) => {
              const [next] = [...now, ...later];
              if (next === undefined) return <NoMeetings>{none}</NoMeetings>;
              return (
                <MeetingList
                  meetings={[next]}
                  viewerPk={me.pk}
                  studentPk={student.pk}
                  state={backStateOf(location)}
                />
              );
            }}
          </QueryContent>
        )}
      </QueryContent>
    </Card>
  );
}

/** The student's upcoming tasks and lists. */
export function TasksCard({ me, student }: CardProps) {
  const isOwn = isSelf({ me, student });
  return (
    <Card
      data-private
      title="Upcoming tasks"
      action={isOwn ? <CardLink to={paths.tasks}>All tasks</CardLink> : undefined}
    >
      <UpcomingTasks viewerPk={me.pk} userPk={isOwn ? null : student.pk} renderLink={taskLink(me.pk)} />
      <ListLinks
        userPk={student.pk}
        linkTo={(slug) => (isOwn ? paths.taskList(slug) : paths.userTaskList(student.pk, slug))}
      />
    </Card>
  );
}

const RECENT = { count: 4, includeOthers: true, orderBy: '-updatedAt' } as const;

/** The latest notes about the student: by all mentors for a mentor, otherwise the received ones. */
export function NotesCard({ me, student }: CardProps) {
  const writesNotes = me.capabilities.includes('write_notes');
  const notes = useQuery(noteQueries.list({ ...RECENT, student: student.id, includeSelf: writesNotes }));
  const all = writeListState({
    ...defaultListState,
    authors: new Set(writesNotes ? (['me', 'others'] as const) : (['others'] as const)),
    student: isSelf({ me, student }) ? null : student.id,
  }).toString();
  return (
    <Card
      title={writesNotes ? 'Recent notes' : 'Meeting notes'}
      action={
        notes.data !== undefined && notes.data.edges.length > 0 ? (
          <CardLink to={{ pathname: paths.notes, search: all }}>All notes</CardLink>
        ) : undefined
      }
    >
      <QueryContent query={notes}>
        {({ edges }) =>
          edges.length === 0 ? (
            <p className="text-muted">
              {writesNotes
                ? `No notes about ${student.first_name} yet.`
                : 'Notes sent after meetings appear here.'}
            </p>
          ) : (
            <RecentNotes notes={edges.map(({ node }) => node)} viewerPk={me.pk} secondLine="author" />
          )
        }
      </QueryContent>
    </Card>
  );
}

/** The newest interactions between the student and their mentors. */
export function InteractionsCard({ me, student }: CardProps) {
  const isOwn = isSelf({ me, student });
  const search = isOwn ? '' : new URLSearchParams({ student: String(student.pk) }).toString();
  return (
    <Card
      data-private
      title="Recent interactions"
      action={<CardLink to={{ pathname: paths.interactions, search }}>All interactions</CardLink>}
    >
      <RecentInteractions viewerPk={me.pk} filter={{ student: isOwn ? null : student.id, mentor: null }} />
    </Card>
  );
}

/** The latest notes by a person that the viewer can read. */
export function NotesByCard({ me, person }: { me: Me; person: Person }) {
  const notes = useQuery(noteQueries.list({ ...RECENT, user: person.id, includeSelf: false }));
  return (
    <Card title={`Notes by ${person.first_name}`}>
      <QueryContent query={notes}>
        {({ edges }) =>
          edges.length === 0 ? (
            <p className="text-muted">No notes by {person.first_name} that you can read.</p>
          ) : (
            <RecentNotes notes={edges.map(({ node }) => node)} viewerPk={me.pk} secondLine="student" />
          )
        }
      </QueryContent>
    </Card>
  );
}
