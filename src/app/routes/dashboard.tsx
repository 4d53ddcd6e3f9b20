import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import type { Me } from '#shared/users/responses.ts';
import { MeetingList, NoMeetings } from '#src/features/meetings/components/MeetingList.tsx';
import { meetingQueries } from '#src/features/meetings/queries.ts';
import { RecentNotes } from '#src/features/notes/components/RecentNotes.tsx';
import { defaultListState, toListVariables, writeListState } from '#src/features/notes/list-state.ts';
import { noteQueries } from '#src/features/notes/queries.ts';
import { UpcomingTasks } from '#src/features/tasks/components/UpcomingTasks.tsx';
import { PinButton } from '#src/features/users/components/PinButton.tsx';
import { userQueries } from '#src/features/users/queries.ts';
import { Avatar } from '#src/ui/Avatar.tsx';
import { buttonClass } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { CardLink } from '#src/ui/CardLink.tsx';
import { QueryContent } from '../shell/QueryContent.tsx';
import { here } from '../shell/back-link.ts';
import { useMe } from '../shell/me.ts';
import { taskLink } from '#src/features/tasks/components/task-link.tsx';

const today = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

function Meetings({ me }: { me: Me }) {
  const location = useLocation();
  const running = useQuery(meetingQueries.list('NOW', 5));
  const coming = useQuery(meetingQueries.list('UPCOMING', 3));
  const past = useQuery({
    ...meetingQueries.list('PAST', 20),
    enabled: me.capabilities.includes('write_notes'),
  });
  const unwritten = (past.data ?? []).filter(({ meetingNote }) => meetingNote?.sent !== true).slice(0, 4);
  return (
    <>
      <Card title="Next meetings">
        <QueryContent query={coming}>
          {(later) => {
            const meetings = [...(running.data ?? []), ...later];
            return meetings.length === 0 ? (
              <NoMeetings>No meeting is booked.</NoMeetings>
            ) : (
              <MeetingList meetings={meetings} viewerPk={me.pk} highlightFirst state={here(location)} />
            );
          }}
        </QueryContent>
      </Card>
      {unwritten.length > 0 && (
        <Card title="Meeting notes to send">
          <MeetingList meetings={unwritten} viewerPk={me.pk} state={here(location)} />
        </Card>
      )}
    </>
  );
}

function Notes({ me }: { me: Me }) {
  // Mentors see the notes they wrote; students and parents see the ones sent to them.
  const writesNotes = me.capabilities.includes('write_notes');
  const state = {
    ...defaultListState,
    size: 5,
    authors: new Set([writesNotes ? 'me' : 'others'] as const),
  };
  const notes = useQuery(noteQueries.list(toListVariables(state)));
  const all = writeListState({ ...state, size: defaultListState.size }).toString();
  return (
    <Card
      title={writesNotes ? 'Recent notes' : 'Meeting notes for you'}
      action={<CardLink to={{ pathname: paths.notes, search: all }}>All notes</CardLink>}
    >
      <QueryContent query={notes}>
        {({ edges }) =>
          edges.length === 0 ? (
            <p className="text-muted">
              {writesNotes
                ? 'You have not written a note yet.'
                : 'Notes that a mentor sends after a meeting stand here.'}
            </p>
          ) : (
            <RecentNotes notes={edges.map(({ node }) => node)} viewerPk={me.pk} />
          )
        }
      </QueryContent>
    </Card>
  );
}

function Students({ me }: { me: Me }) {
  const students = useQuery(userQueries.myStudents());
  return (
    <Card title="Your students">
      <QueryContent query={students}>
        {(all) =>
          all.length === 0 ? (
            <p className="text-muted">No student is assigned to you.</p>
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

function Tasks({ me }: { me: Me }) {
  const followsChildren = me.capabilities.includes('follow_children');
  const children = useQuery({ ...userQueries.myStudents(), enabled: followsChildren });
  const people = followsChildren ? (children.data ?? []) : [{ pk: me.pk, fullName: null }];
  return people.map((person) => (
    <Card
      key={person.pk}
      data-private
      title={person.fullName === null ? 'Upcoming tasks' : `Upcoming tasks of ${person.fullName}`}
      action={<CardLink to={paths.tasks}>All tasks</CardLink>}
    >
      <UpcomingTasks viewerPk={me.pk} userPk={person.pk} renderLink={taskLink(me.pk)} />
    </Card>
  ));
}

/** Those pinned stand first, all by name. */
function pinnedFirst<Student extends { pk: number }>(students: readonly Student[], me: Me): Student[] {
  const isPinned = ({ pk }: Student) => me.pinned_users.some((user) => user.pk === pk);
  return [...students.filter(isPinned), ...students.filter((student) => !isPinned(student))];
}

/** The start page of a signed-in person (SHEL-001). */
export function Component() {
  const me = useMe();
  const [now] = useState(() => new Date());
  return (
    <div className="grid gap-6">
      <title>Dashboard · GoPath</title>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <p className="text-sm text-muted">{today.format(now)}</p>
          <h1 className="text-2xl font-semibold">Hello, {me.first_name}</h1>
        </div>
        {me.capabilities.includes('write_notes') && (
          <Link to={paths.newNote} state={{ back: paths.home }} className={buttonClass('secondary')}>
            <Plus aria-hidden className="size-4" />
            Create Note
          </Link>
        )}
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <Meetings me={me} />
          <Tasks me={me} />
        </div>
        <div className="grid gap-4">
          <Notes me={me} />
          {me.capabilities.includes('pin_students') && <Students me={me} />}
        </div>
      </div>
    </div>
  );
}
