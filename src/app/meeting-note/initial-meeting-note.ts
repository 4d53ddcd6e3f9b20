import { meetingNoteTemplate } from '#shared/meetings/template.ts';
import { NOTE_LIMITS } from '#shared/notes/limits.ts';
import type { BookedMeeting } from '#src/features/meetings/queries.ts';
import type { NoteValues } from '#src/features/notes/drafts/note-draft.ts';
import { readerFormat } from '#src/lib/dates/reader-zone.ts';

/** Contains the zone, because the family can be in another one. */
const zonedTime = readerFormat({
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/**
 * Returns the initial values of a new meeting note (MEET-036).
 * @param upcoming the upcoming meetings, next first; the first later one with the same student is the next meeting
 */
export function initialMeetingNote(
  { id, client, provider, startsAt }: BookedMeeting,
  name: string,
  upcoming: readonly BookedMeeting[],
): Partial<NoteValues> {
  const next = upcoming.find((meeting) => meeting.client.pk === client.pk && meeting.startsAt > startsAt);
  return {
    meetingId: id,
    title: name.slice(0, NOTE_LIMITS.title),
    body: meetingNoteTemplate({
      'student name': client.fullName.split(' ')[0] ?? client.fullName,
      'mentor name': provider.fullName,
      'next meeting': next === undefined ? '' : zonedTime().format(new Date(next.startsAt)),
    }),
  };
}
