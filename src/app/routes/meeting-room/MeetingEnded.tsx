import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/kernel/paths.ts';
import type { Room } from '#shared/rooms/responses.ts';
import { meetingTitle } from '#src/features/meetings/components/meeting-title.ts';
import { MeetingNoteLink } from '#src/features/meetings/components/MeetingList.tsx';
import { meetingQueries } from '#src/features/meetings/queries.ts';
import type { CallState } from '#src/features/rooms/call/room-call.ts';
import { periodInWords } from '#src/lib/dates/relative-time.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { Logo } from '../../shell/frame/Logo.tsx';

const TITLES = {
  left: 'You left the meeting',
  declined: 'You were not let in',
  replaced: 'You joined from another window',
  refused: 'You cannot join now',
} as const;

/** The page after a meeting: join again, the note for the provider, and the next meeting. */
export function MeetingEnded({
  room,
  selfPk,
  end,
  onRejoin,
}: {
  room: Room;
  selfPk: number;
  /** How the call ended; null when the page was opened after the meeting. */
  end: CallState['end'];
  onRejoin: () => void;
}) {
  const isProvider = room.permissions.includes('write_note');
  const booking = useQuery({ ...meetingQueries.booking(room.simplybook_id), enabled: isProvider });
  const upcoming = useQuery(meetingQueries.list('UPCOMING', 1));
  const isOver = room.state === 'closed' || room.state === 'over';
  const following = upcoming.data?.[0];
  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-center gap-4 p-4 text-center">
      <Logo />
      <div>
        <h1 className="text-2xl font-semibold">
          {end === null || isOver ? 'Meeting ended' : TITLES[end.kind]}
        </h1>
        <p className="text-muted">
          {room.name} · {periodInWords(new Date(room.starts_at), new Date(room.ends_at))}
        </p>
        {end?.message != null && <p className="pt-2">{end.message}</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {room.state !== 'over' && (
          <Button variant={isProvider ? 'secondary' : 'primary'} onClick={onRejoin}>
            {room.state === 'open' ? 'Rejoin' : room.entry === 'enter' ? 'Open the room' : 'Ask to join'}
          </Button>
        )}
        {/* Links reload the document, because only a room's own document may use the camera. */}
        {isProvider && booking.data !== undefined && (
          <MeetingNoteLink meeting={booking.data} variant="primary" reloadDocument />
        )}
        <a href={paths.home} className={buttonClass()}>
          Go to dashboard
        </a>
      </div>
      {following !== undefined && (
        <p className="text-muted">
          Next meeting:{' '}
          <span data-private>
            {following.name}: {meetingTitle(following, selfPk)}
          </span>{' '}
          · {periodInWords(new Date(following.startsAt), new Date(following.endsAt))}
        </p>
      )}
    </main>
  );
}
