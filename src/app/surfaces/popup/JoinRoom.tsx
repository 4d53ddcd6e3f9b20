import { paths } from '#shared/kernel/paths.ts';
import { roomState } from '#shared/rooms/policy.ts';
import type { BookedMeeting } from '#src/features/meetings/queries.ts';
import { useNow } from '#src/lib/useNow.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { appPage } from '../extension/app-page.ts';

/** The link to the room of a meeting while people can join it. */
export default function JoinRoom({ meeting: { startsAt, endsAt, meetId } }: { meeting: BookedMeeting }) {
  const times = { startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
  if (roomState(times, new Date(useNow())) !== 'open') return null;
  return (
    <a href={appPage(paths.meetingRoom(meetId))} target="_blank" rel="noreferrer" className={buttonClass()}>
      Join
    </a>
  );
}
