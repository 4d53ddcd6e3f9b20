import { paths } from '#shared/kernel/paths.ts';
import type { NoteSummary } from '../queries.ts';

/** Returns the path of a note's form. For a meeting note it contains the booking (MEET-007). */
export function noteEditPath(note: Pick<NoteSummary, 'pk' | 'meetingNote'>): string {
  const booking = note.meetingNote?.simplybookmeeting;
  return booking ? paths.editMeetingNote(note.pk, booking.simplybookId) : paths.editNote(note.pk);
}

/** Returns why a note's controls are disabled; undefined when they are enabled (MEET-022, MEET-023). */
export function lockedReason(note: NoteSummary): string | undefined {
  return note.meetingNote?.sent === true ? 'This meeting note has already been sent' : undefined;
}
