import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { type BookedMeeting, meetingQueries } from '#src/features/meetings/queries.ts';
import { NoteForm } from '#src/features/notes/components/NoteForm.tsx';
import { UnsavedSentNoteText } from '#src/features/notes/components/UnsavedSentNoteText.tsx';
import type { NoteValues } from '#src/features/notes/drafts/note-draft.ts';
import { useDeletedNoteDraft } from '#src/features/notes/drafts/useDeletedNoteDraft.ts';
import { type NoteDetail, noteQueries } from '#src/features/notes/queries.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { initialMeetingNote } from '#src/app/meeting-note/initial-meeting-note.ts';
import { useUpcomingMeetings } from '#src/app/meeting-note/useUpcomingMeetings.ts';
import { periodInSentence } from '#src/lib/dates/relative-time.ts';
import { buttonClass } from '#src/ui/buttons/Button.tsx';
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx';
import { backOf } from '../../shell/back-link.ts';
import { PageSkeleton } from '../../shell/frame/ShellSkeleton.tsx';
import { useMe } from '../../shell/me.ts';
import { NotFoundPage } from '../not-found.tsx';
import { MissingNote, NoteLoading } from './notes-loading.tsx';

const CANNOT_EDIT = 'Cannot Edit: This meeting note has already been sent and cannot be edited!';

/**
 * The form of a note, new or stored. One component, so that the editor stays mounted when saving a new note leads to
 * its edit page (NOTE-029):
 * - /notes/new/ (NOTE-003); `?student=` preselects the student
 * - /notes/meeting_note/new/{simplybookId}/ and …/{noteName}/ (MEET-004 to MEET-006)
 * - /notes/{id}/edit/ (NOTE-006) and /notes/{id}/edit/meeting_note/{simplybookId} (MEET-007); for a note that was
 *   deleted elsewhere, with its unsaved text on this device
 */
export function Component() {
  const me = useMe();
  const navigate = useNavigate();
  const location = useLocation();
  const params = useParams();
  const [search] = useSearchParams();
  const isNew = params['pk'] === undefined;
  const pk = readPk(params['pk']);
  const named = params['simplybookId'];
  const note = useQuery({ ...noteQueries.detail(pk ?? 0), enabled: pk !== null });
  const deleted = useDeletedNoteDraft(String(me.pk), pk, note);
  const isDeleted = note.data === undefined && deleted != null;
  const bookingOfNote = isDeleted
    ? deleted.simplybookId
    : (note.data?.meetingNote?.simplybookmeeting?.simplybookId ?? null);
  const simplybookId = isNew ? readPk(named) : bookingOfNote;
  const isMeetingNote = isNew ? named !== undefined : (note.data?.isMeetingNote ?? bookingOfNote !== null);
  const booking = useQuery({ ...meetingQueries.booking(simplybookId ?? 0), enabled: simplybookId !== null });
  const upcoming = useUpcomingMeetings(isNew && simplybookId !== null, 50);
  const students = useQuery({
    ...userQueries.myStudents(),
    enabled: !isMeetingNote && (isNew || isDeleted || note.data !== undefined),
  });
  const previousEditor = (location.state as { editor?: string } | null)?.editor;
  const editor = previousEditor ?? (isNew ? location.key : `note:${pk}`);
  /** The id of a meeting note that is being created in the editor. Saving it must not navigate away. */
  const newEditor = useRef<string | null>(null);

  if (isNew) {
    if (isMeetingNote) {
      if (simplybookId === null) return <NotFoundPage />;
      if (booking.data === undefined) return <NoteLoading query={booking} draft={null} />;
      if (upcoming === undefined) return <PageSkeleton />;
      const { meetingNote, permissions } = booking.data;
      if (meetingNote !== null && newEditor.current !== editor) {
        const stored = meetingNote.notePtr.pk;
        const to = meetingNote.sent ? paths.note(stored) : paths.editMeetingNote(stored, simplybookId);
        return <Navigate to={to} replace state={location.state as unknown} />;
      }
      if (!permissions.includes('add_meetingnote')) return <NotFoundPage />;
      newEditor.current = editor;
    } else if (!me.capabilities.includes('write_notes')) return <NotFoundPage />;
  } else if (pk === null) return <MissingNote />;
  else if (!isDeleted) {
    if (note.data === undefined) return <NoteLoading query={note} draft={deleted} />;
    // The booking in the URL belongs to another note.
    if (named !== undefined && readPk(named) !== simplybookId) return <MissingNote />;
    if (isSent(note.data) || !note.data.permissions.includes('change_note')) {
      return <LockedNote owner={String(me.pk)} note={note.data} simplybookId={simplybookId} />;
    }
  }

  const stored = isNew ? null : (note.data ?? null);
  const title = `${isNew ? 'New' : 'Edit'} ${isMeetingNote ? 'meeting note' : 'note'}`;
  const meeting = booking.data;
  let initial: Partial<NoteValues> = { studentId: search.get('student') };
  if (isMeetingNote && meeting !== undefined) {
    const name = search.get('name') ?? params['noteName'] ?? meeting.name;
    initial = initialMeetingNote(meeting, name, upcoming ?? []);
  }
  return (
    <>
      <title>{`${stored === null ? title : `Edit ${stored.title}`} · GoPath`}</title>
      <NoteForm
        key={editor}
        title={title}
        context={
          isMeetingNote
            ? describeMeeting(meeting, stored?.student?.fullName)
            : 'Visible to you and the student’s other mentors.'
        }
        owner={String(me.pk)}
        note={stored}
        simplybookId={simplybookId}
        subject={isDeleted ? deleted.subject : undefined}
        initial={initial}
        {...(isMeetingNote ? {} : { students: studentsWith(students.data ?? [], stored?.student ?? null) })}
        onCreated={(created) =>
          void navigate(
            // Contains the trailing slash, because a redirect that adds it would unmount the page.
            simplybookId === null
              ? paths.editNote(created.pk)
              : `${paths.editMeetingNote(created.pk, simplybookId)}/`,
            {
              replace: true,
              preventScrollReset: true,
              state: { ...(location.state as object | null), editor, keepsFocus: true },
            },
          )
        }
        onCancel={() => void navigate(backOf(location, paths.notes))}
        onDone={(savedPk) => void navigate(paths.note(savedPk), { replace: true })}
        onSent={(sentPk) => void navigate(paths.note(sentPk), { replace: true })}
      />
    </>
  );
}

/** Returns whether a note is a meeting note that was sent. */
function isSent({ meetingNote }: NoteDetail): boolean {
  return meetingNote?.sent === true;
}

/** In place of the form of a note that the viewer cannot change, with text that was typed before it was sent. */
function LockedNote({
  owner,
  note,
  simplybookId,
}: {
  owner: string;
  note: NoteDetail;
  simplybookId: number | null;
}) {
  return (
    <UnsavedSentNoteText owner={owner} note={note} simplybookId={simplybookId} title="Edit meeting note">
      <EmptyState
        asPage
        title={isSent(note) ? CANNOT_EDIT : 'Only the author can edit this note'}
        action={
          <Link to={paths.note(note.pk)} className={buttonClass('secondary')}>
            Open the note
          </Link>
        }
      >
        You can still read it.
      </EmptyState>
    </UnsavedSentNoteText>
  );
}

/** Returns the line under the heading: 'Essay review with Maya Okafor, today, 3:00 – 4:00 PM'. */
function describeMeeting(meeting: BookedMeeting | undefined, studentName = ''): string {
  if (meeting === undefined) return studentName;
  const period = periodInSentence(new Date(meeting.startsAt), new Date(meeting.endsAt));
  return `${meeting.name} with ${meeting.client.fullName}, ${period}`;
}

/** Adds the note's student, who may no longer be a student of the mentor. */
function studentsWith<Student extends { id: string }>(students: readonly Student[], current: Student | null) {
  return current === null || students.some(({ id }) => id === current.id) ? students : [current, ...students];
}
