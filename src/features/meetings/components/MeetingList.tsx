import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { periodInWords } from '#src/lib/dates/relative-time.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { type ButtonVariant, buttonClass } from '#src/ui/buttons/Button.tsx';
import type { BookedMeeting } from '../queries.ts';
import { JoinLink } from './JoinLink.tsx';

/** Returns whether a meeting is running. */
function isRunning(meeting: BookedMeeting): boolean {
  return Date.parse(meeting.startsAt) <= Date.now() && !hasEnded(meeting);
}

/** Returns whether a meeting is over. */
function hasEnded({ endsAt }: BookedMeeting): boolean {
  return Date.parse(endsAt) <= Date.now();
}

/** The link to a meeting's note: to write, continue or read it. */
export function MeetingNoteLink({
  meeting,
  variant = 'secondary',
  state,
  reloadDocument = false,
}: {
  meeting: BookedMeeting;
  variant?: ButtonVariant;
  /** The navigation state with the way back. */
  state?: unknown;
  /** Whether the link loads a new document, to leave one that may use the camera. */
  reloadDocument?: boolean;
}) {
  const { meetingNote, simplybookId, permissions } = meeting;
  if (meetingNote === null) {
    if (!permissions.includes('add_meetingnote')) return null;
    return (
      <Link
        to={paths.newMeetingNote(simplybookId)}
        state={state}
        reloadDocument={reloadDocument}
        className={buttonClass(variant)}
      >
        Write meeting note
      </Link>
    );
  }
  const { pk } = meetingNote.notePtr;
  return meetingNote.sent ? (
    <Link to={paths.note(pk)} reloadDocument={reloadDocument} className={buttonClass('secondary')}>
      Read meeting note
    </Link>
  ) : (
    <Link
      to={paths.editMeetingNote(pk, simplybookId)}
      state={state}
      reloadDocument={reloadDocument}
      className={buttonClass(variant)}
    >
      Open meeting note
    </Link>
  );
}

/** Returns the other participant of a meeting, from the viewer's perspective. */
function otherSide(meeting: BookedMeeting, viewerPk: number, studentPk: number | undefined): string {
  const { client, provider, name } = meeting;
  if (provider.pk === viewerPk) return client.pk === studentPk ? name : client.fullName;
  // Names the student too, unless it is the viewer or the page's student: a parent can have several children.
  const isStudentClear = client.pk === viewerPk || client.pk === studentPk;
  return isStudentClear ? provider.fullName : `${client.fullName} with ${provider.fullName}`;
}

/** Booked meetings, one per row: time, other participant and link to the note. */
export function MeetingList({
  meetings,
  viewerPk,
  studentPk,
  highlightFirst = false,
  marksRunning = true,
  state,
}: {
  meetings: readonly BookedMeeting[];
  viewerPk: number;
  /** The student whose page it is, whose name is not repeated. */
  studentPk?: number;
  /** Makes the action of the first meeting the primary one of the screen. */
  highlightFirst?: boolean;
  /** Whether running meetings have a badge; not under a heading that says it. */
  marksRunning?: boolean;
  state?: unknown;
}) {
  return (
    <ul className="divide-y">
      {meetings.map((meeting, index) => {
        const who = otherSide(meeting, viewerPk, studentPk);
        const when = periodInWords(new Date(meeting.startsAt), new Date(meeting.endsAt));
        return (
          <li
            key={meeting.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <div className="flex flex-wrap items-center gap-2 font-medium">
                {who}
                {marksRunning && isRunning(meeting) && <Badge tone="accent">Running now</Badge>}
                {meeting.meetingNote?.sent === true && <Badge tone="success">Sent</Badge>}
                {meeting.meetingNote?.sent === false && <Badge tone="warning">Not sent</Badge>}
              </div>
              <div className="text-sm text-muted tabular-nums">
                {who === meeting.name ? when : `${meeting.name} · ${when}`}
              </div>
            </div>
            {!hasEnded(meeting) && <JoinLink meeting={meeting} viewerPk={viewerPk} isMain={false} />}
            <MeetingNoteLink
              meeting={meeting}
              variant={highlightFirst && index === 0 ? 'primary' : 'secondary'}
              state={state}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The empty state: no meetings are booked. */
export function NoMeetings({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-muted">
      <CalendarClock aria-hidden className="size-4 shrink-0" />
      {children}
    </p>
  );
}
