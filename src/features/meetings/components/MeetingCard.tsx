import { DoorOpen, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { roomState } from '#shared/rooms/policy.ts';
import { slotText, timeElsewhere, timeRangeText } from '#src/lib/meeting-time-text.ts';
import { useNow } from '#src/lib/useNow.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Button, buttonClass } from '#src/ui/Button.tsx';
import type { MeetingDetail } from '../queries.ts';
import { MeetingNoteLink } from './MeetingList.tsx';

/** The title of a meeting from the viewer's perspective: the other people. */
export function meetingTitle({ provider, client }: MeetingDetail, viewerPk: number): string {
  if (provider.pk === viewerPk) return client.fullName;
  return client.pk === viewerPk ? provider.fullName : `${client.fullName} with ${provider.fullName}`;
}

/** Returns whether the viewer can join the meeting's room now. */
function canJoin(meeting: MeetingDetail, viewerPk: number, now: number): boolean {
  if (meeting.status === 'canceled') return false;
  const times = { startsAt: new Date(meeting.startsAt), endsAt: new Date(meeting.endsAt) };
  const state = roomState(times, new Date(now));
  return state === 'open' || (state === 'closed' && viewerPk === meeting.provider.pk);
}

/** The link to the room of a meeting, from 10 minutes before. */
export function JoinLink({ meeting, viewerPk }: { meeting: MeetingDetail; viewerPk: number }) {
  const now = useNow();
  if (!canJoin(meeting, viewerPk, now)) return null;
  const isOver = Date.parse(meeting.endsAt) <= now;
  return (
    <Link
      to={paths.meetingRoom(meeting.meetId)}
      className={buttonClass(isOver ? 'secondary' : 'primary')}
      aria-label={`Join the meeting: ${meetingTitle(meeting, viewerPk)}`}
    >
      <DoorOpen aria-hidden className="size-4" />
      Join
    </Link>
  );
}

function NoteBadge({ meeting }: { meeting: MeetingDetail }) {
  const { meetingNote, permissions, status } = meeting;
  if (meetingNote?.sent === true) return <Badge tone="success">Note sent</Badge>;
  if (meetingNote !== null) return <Badge tone="warning">Note not sent</Badge>;
  const isMissing = status === 'ended' && permissions.includes('add_meetingnote');
  return isMissing ? <Badge tone="warning">No note yet</Badge> : null;
}

/** One meeting of the list: time, people, state and what the viewer can do. */
export function MeetingCard({
  meeting,
  viewerPk,
  state,
  onCancel,
}: {
  meeting: MeetingDetail;
  viewerPk: number;
  /** The navigation state with the way back from a note. */
  state: unknown;
  onCancel: (meeting: MeetingDetail) => void;
}) {
  const now = useNow();
  const [startsAt, endsAt] = [new Date(meeting.startsAt), new Date(meeting.endsAt)];
  const isCanceled = meeting.status === 'canceled';
  const isRunning = !isCanceled && Number(startsAt) <= now && now < Number(endsAt);
  const otherZone = meeting.provider.pk === viewerPk ? meeting.clientTimeZone : meeting.providerTimeZone;
  const elsewhere = timeElsewhere(startsAt, otherZone);
  const title = meetingTitle(meeting, viewerPk);
  const mayChange = meeting.permissions.includes('change_bookedmeeting');
  return (
    <li
      className="grid items-start gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
      data-private
    >
      <div className="tabular-nums">
        <p className={isCanceled ? 'text-muted line-through' : 'font-medium'}>
          {isCanceled ? slotText(startsAt) : timeRangeText(meeting)}
        </p>
        {elsewhere !== null && <p className="text-sm text-muted">{elsewhere}</p>}
      </div>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="font-medium">{title}</p>
          {isRunning && <Badge tone="accent">Running now</Badge>}
          <NoteBadge meeting={meeting} />
          {meeting.series !== null && <Badge icon={<Repeat aria-hidden />}>Series</Badge>}
        </div>
        <p className="text-sm text-muted">{meeting.name}</p>
        {isCanceled && (
          <p className="text-sm text-muted">
            {meeting.canceledBy === null ? 'Canceled' : `Canceled by ${meeting.canceledBy.fullName}`}:{' '}
            {meeting.cancelReason}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 sm:justify-end">
        <JoinLink meeting={meeting} viewerPk={viewerPk} />
        {(isRunning || meeting.status === 'ended' || meeting.meetingNote !== null) && (
          <MeetingNoteLink meeting={meeting} state={state} />
        )}
        {mayChange && (
          <>
            <Link
              to={paths.rescheduleMeeting(meeting.simplybookId)}
              aria-label={`Reschedule: ${title}`}
              className={buttonClass('secondary')}
            >
              Reschedule
            </Link>
            <Button writes aria-label={`Cancel meeting: ${title}`} onClick={() => onCancel(meeting)}>
              Cancel meeting
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

/** Meetings under the heading of their day. */
export function MeetingDay({ day, children }: { day: string; children: ReactNode }) {
  return (
    <section aria-label={day}>
      <h2 className="bg-sunken px-4 py-1.5 text-sm font-semibold text-muted">{day}</h2>
      <ul className="divide-y">{children}</ul>
    </section>
  );
}
