import { DoorOpen } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { roomState } from '#shared/rooms/policy.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import type { MeetingDetail } from '../page-queries.ts';
import type { BookedMeeting } from '../queries.ts';
import { meetingTitle } from './meeting-title.ts';

/** The fields of a meeting that the link reads; lists of booked meetings have no status. */
type JoinableMeeting = Pick<
  BookedMeeting,
  'meetId' | 'startsAt' | 'endsAt' | 'provider' | 'client' | 'permissions'
> &
  Partial<Pick<MeetingDetail, 'status'>>;

/** Returns whether the viewer can join the meeting's room now. */
function canJoin(meeting: JoinableMeeting, viewerPk: number, now: number): boolean {
  if (meeting.status === 'canceled' || !meeting.permissions.includes('view_meetingroom')) return false;
  const times = { startsAt: new Date(meeting.startsAt), endsAt: new Date(meeting.endsAt) };
  const state = roomState(times, new Date(now));
  return state === 'open' || (state === 'closed' && viewerPk === meeting.provider.pk);
}

/** The link to the room of a meeting, from 10 minutes before. */
export function JoinLink({
  meeting,
  viewerPk,
  isMain,
}: {
  meeting: JoinableMeeting;
  viewerPk: number;
  /** Whether it is the main action; by default until the meeting ends. */
  isMain?: boolean;
}) {
  const now = useNow();
  if (!canJoin(meeting, viewerPk, now)) return null;
  return (
    <Link
      to={paths.meetingRoom(meeting.meetId)}
      className={buttonClass((isMain ?? Date.parse(meeting.endsAt) > now) ? 'primary' : 'secondary')}
      aria-label={`Join the meeting: ${meetingTitle(meeting, viewerPk)}`}
    >
      <DoorOpen aria-hidden className="size-4" />
      Join
    </Link>
  );
}
