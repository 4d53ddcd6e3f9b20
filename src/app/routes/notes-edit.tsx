import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { UnsavedSentNoteText } from '#src/features/notes/components/UnsavedSentNoteText.tsx';
import { NoteForm } from '#src/features/notes/components/NoteForm.tsx';
import { noteQueries } from '#src/features/notes/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { periodInWords } from '#src/lib/relative-time.ts';
import { meetingQueries } from '#src/features/meetings/queries.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { backOf } from '../shell/back-link.ts';
import { useMe } from '../shell/me.ts';
import { MissingNote, NoteLoading } from './notes-loading.tsx';

const CANNOT_EDIT = 'Cannot Edit: This meeting note has already been sent and cannot be edited!';

/** /notes/{id}/edit/ (NOTE-006) and /notes/{id}/edit/meeting_note/{simplybookId} (MEET-007) */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const location = useLocation();
  const params = useParams();
  const pk = readPk(params['pk']);
  const note = useQuery({ ...noteQueries.detail(pk ?? 0), enabled: pk !== null });
  const isMeetingNote = note.data?.isMeetingNote ?? false;
  const simplybookId = note.data?.meetingNote?.simplybookmeeting?.simplybookId ?? null;
  const booking = useQuery({ ...meetingQueries.booking(simplybookId ?? 0), enabled: simplybookId !== null });
  const students = useQuery({
    ...userQueries.myStudents(),
    enabled: note.data !== undefined && !isMeetingNote,
  });

  if (pk === null) return <MissingNote />;
  if (note.data === undefined) return <NoteLoading query={note} />;
  // The URL names a booking of another note.
  const named = params['simplybookId'];
  if (named !== undefined && readPk(named) !== simplybookId) return <MissingNote />;

  const isSent = note.data.meetingNote?.sent === true;
  if (isSent || !note.data.permissions.includes('change_note')) {
    const refusal = (
      <EmptyState
        asPage
        title={isSent ? CANNOT_EDIT : 'Only the author can edit this note'}
        action={
          <Link to={paths.note(pk)} className={buttonClass('secondary')}>
            Open the note
          </Link>
        }
      >
        You can still read it.
      </EmptyState>
    );
    return (
      <UnsavedSentNoteText
        owner={String(me.pk)}
        note={note.data}
        simplybookId={simplybookId}
        title="Edit meeting note"
      >
        {refusal}
      </UnsavedSentNoteText>
    );
  }

  const meeting = booking.data;
  return (
    <>
      <title>{`Edit ${note.data.title} · GoPath`}</title>
      <NoteForm
        title={isMeetingNote ? 'Edit meeting note' : 'Edit note'}
        context={
          meeting === undefined
            ? isMeetingNote
              ? (note.data.student?.fullName ?? '')
              : 'Visible to you and the student’s other mentors.'
            : `${meeting.name} with ${meeting.client.fullName}, ${periodInWords(new Date(meeting.startsAt), new Date(meeting.endsAt))}`
        }
        owner={String(me.pk)}
        note={note.data}
        simplybookId={simplybookId}
        {...(isMeetingNote ? {} : { students: studentsWith(students.data ?? [], note.data.student) })}
        askToSend={(location.state as { thenSend?: boolean } | null)?.thenSend === true}
        onCreated={(created) => void navigate(paths.editNote(created.pk), { replace: true })}
        onCancel={() => void navigate(backOf(location, paths.notes))}
        onSent={(sentPk) => void navigate(paths.note(sentPk), { replace: true })}
      />
    </>
  );
}

/** Adds the note's student, who may no longer be the mentor's. */
function studentsWith<Student extends { id: string }>(students: readonly Student[], current: Student | null) {
  return current === null || students.some(({ id }) => id === current.id) ? students : [current, ...students];
}
