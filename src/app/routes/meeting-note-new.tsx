import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { readPk } from '#shared/kernel/ids.ts';
import { paths } from '#shared/kernel/paths.ts';
import { NOTE_LIMITS } from '#shared/notes/limits.ts';
import { meetingNoteTemplate } from '#shared/meetings/template.ts';
import { exactMoment, periodInWords } from '#src/lib/relative-time.ts';
import { type BookedMeeting, meetingQueries } from '#src/features/meetings/queries.ts';
import { NoteForm } from '#src/features/notes/components/NoteForm.tsx';
import { backOf } from '../shell/back-link.ts';
import { useMe } from '../shell/me.ts';
import { PageSkeleton } from '../shell/ShellSkeleton.tsx';
import { NotFoundPage } from './not-found.tsx';
import { NoteLoading } from './notes-loading.tsx';

/** /notes/meeting_note/new/{simplybookId}/ and …/{noteName}/ (MEET-004 to MEET-006) */
export function Component() {
  const simplybookId = readPk(useParams()['simplybookId']);
  const booking = useQuery({ ...meetingQueries.booking(simplybookId ?? 0), enabled: simplybookId !== null });
  const coming = useQuery(meetingQueries.list('UPCOMING', 50));

  if (simplybookId === null) return <NotFoundPage />;
  if (booking.data === undefined) return <NoteLoading query={booking} />;
  if (coming.isPending) return <PageSkeleton />;
  return <NewMeetingNote key={simplybookId} booking={booking.data} coming={coming.data ?? []} />;
}

function NewMeetingNote({ booking, coming }: { booking: BookedMeeting; coming: readonly BookedMeeting[] }) {
  const me = useMe();
  const navigate = useNavigate();
  const location = useLocation();
  const [search] = useSearchParams();
  const { noteName } = useParams();
  // The state when the page opened: creating the note here must not redirect before it is saved.
  const [{ simplybookId, client, provider, name, startsAt, endsAt, meetingNote, permissions }] =
    useState(booking);

  if (meetingNote !== null) {
    const { pk } = meetingNote.notePtr;
    return (
      <Navigate
        to={meetingNote.sent ? paths.note(pk) : paths.editMeetingNote(pk, simplybookId)}
        replace
        state={location.state as unknown}
      />
    );
  }
  if (!permissions.includes('add_meetingnote')) return <NotFoundPage />;
  const next = coming.find((meeting) => meeting.client.pk === client.pk && meeting.startsAt > startsAt);
  const when = periodInWords(new Date(startsAt), new Date(endsAt));
  return (
    <>
      <title>New meeting note · GoPath</title>
      <NoteForm
        title="New meeting note"
        context={`${name} with ${client.fullName}, ${when}`}
        owner={String(me.pk)}
        note={null}
        simplybookId={simplybookId}
        initial={{
          title: (search.get('name') ?? noteName ?? name).slice(0, NOTE_LIMITS.title),
          body: meetingNoteTemplate({
            'student name': client.fullName.split(' ')[0] ?? client.fullName,
            'mentor name': provider.fullName,
            'next meeting': next === undefined ? '' : exactMoment(new Date(next.startsAt)),
          }),
        }}
        onCreated={(note, thenSend) =>
          void navigate(paths.editMeetingNote(note.pk, simplybookId), {
            replace: true,
            state: { ...(location.state as object | null), thenSend },
          })
        }
        onCancel={() => void navigate(backOf(location, paths.notes))}
      />
    </>
  );
}
