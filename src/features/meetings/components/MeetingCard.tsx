import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import { paths } from '#shared/kernel/paths.ts';
import { slotText, timeElsewhere, timeRangeText } from '#src/lib/dates/meeting-time-text.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button, buttonClass } from '#src/ui/buttons/Button.tsx';
import type { MeetingDetail } from '../page-queries.ts';
import { JoinLink } from './JoinLink.tsx';
import { MeetingNoteLink } from './MeetingList.tsx';
import { meetingTitle } from './meeting-title.ts';

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
  bookAgain,
}: {
  meeting: MeetingDetail;
  viewerPk: number;
  /** The navigation state with the way back from a note. */
  state: unknown;
  onCancel: (meeting: MeetingDetail) => void;
  /** The link to book the same people again. */
  bookAgain?: ReactNode;
}) {
  const now = useNow();
  const [startsAt, endsAt] = [new Date(meeting.startsAt), new Date(meeting.endsAt)];
  const isCanceled = meeting.status === 'canceled';
  // The permissions and the status can be from before it started or ended.
  const hasStarted = Number(startsAt) <= now;
  const isRunning = !isCanceled && hasStarted && now < Number(endsAt);
  const canChange = !hasStarted && meeting.permissions.includes('change_bookedmeeting');
  const canCancel = !hasStarted && meeting.permissions.includes('cancel_bookedmeeting');
  const isTooLate = !isCanceled && !hasStarted && !meeting.permissions.includes('change_bookedmeeting');
  const otherZone = meeting.provider.pk === viewerPk ? meeting.clientTimeZone : meeting.providerTimeZone;
  const elsewhere = timeElsewhere(startsAt, otherZone);
  const title = meetingTitle(meeting, viewerPk);
  return (
    <li
      className="grid items-start gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]"
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
        {!isCanceled && meeting.status !== 'ended' && !meeting.permissions.includes('view_meetingroom') && (
          <p className="text-sm text-muted">{meeting.client.fullName} meets without parents.</p>
        )}
        {isTooLate && (
          <p className="text-sm text-muted">
            {BOOKING_MESSAGES.tooLate} Contact {meeting.provider.fullName}.
          </p>
        )}
        {isCanceled && (
          <p className="text-sm text-muted">
            {meeting.canceledBy === null ? 'Canceled' : `Canceled by ${meeting.canceledBy.fullName}`}
            {/* Empty after the account of its author was deleted. */}
            {meeting.cancelReason !== '' && `: ${meeting.cancelReason}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 sm:justify-end">
        <JoinLink meeting={meeting} viewerPk={viewerPk} />
        {(isCanceled || hasStarted || meeting.meetingNote !== null) && (
          <MeetingNoteLink meeting={meeting} state={state} />
        )}
        {bookAgain}
        {canChange && (
          <Link
            to={paths.rescheduleMeeting(meeting.simplybookId)}
            aria-label={`Reschedule: ${title}`}
            className={buttonClass('secondary')}
          >
            Reschedule
          </Link>
        )}
        {canCancel && (
          <Button aria-label={`Cancel meeting: ${title}`} onClick={() => onCancel(meeting)}>
            Cancel meeting
          </Button>
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
