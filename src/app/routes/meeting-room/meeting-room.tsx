import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useParams } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths, ROOM_PAGES } from '#shared/kernel/paths.ts';
import type { Room } from '#shared/rooms/responses.ts';
import { LocalMedia } from '#src/features/rooms/call/local-media.ts';
import { RoomCall } from '#src/features/rooms/call/room-call.ts';
import { CallScreen } from '#src/features/rooms/components/CallScreen.tsx';
import { Lobby } from '#src/features/rooms/components/Lobby.tsx';
import { roomQuery } from '#src/features/rooms/queries.ts';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { ErrorState, NotFoundState } from '#src/ui/feedback/ErrorState.tsx';
import { Spinner } from '#src/ui/feedback/Spinner.tsx';
import { useMe } from '../../shell/me.ts';
import { MeetingEnded } from './MeetingEnded.tsx';

const RoomSplit = lazy(async () => ({
  default: (await import('#src/features/rooms/components/RoomSplit.tsx')).RoomSplit,
}));
const JitsiScreen = lazy(async () => ({
  default: (await import('#src/features/rooms/components/JitsiScreen.tsx')).JitsiScreen,
}));
const RoomNote = lazy(async () => ({ default: (await import('./RoomNote.tsx')).RoomNote }));

/** Returns whether this document may use the camera: only if it was loaded from a room's address. */
function isRoomDocument(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry === undefined || new URL(entry.name).pathname.startsWith(ROOM_PAGES);
}

/** `/meeting_rooms/{id}/` (MEET-037): a meeting room, full screen. */
export function Component() {
  const { meetId = '' } = useParams();
  const isAllowed = isRoomDocument();
  const query = useQuery({ ...roomQuery(meetId), enabled: isAllowed });
  const { data: room, error, refetch, isFetching } = query;

  useEffect(() => {
    // A link within the app led here, so load the document that may use the camera.
    if (!isAllowed) location.reload();
  }, [isAllowed]);
  useEffect(() => {
    if (room?.state !== 'early') return;
    const wait = Math.min(Date.parse(room.opens_at) - Date.now() + 500, 2_000_000_000);
    const timer = setTimeout(() => void refetch(), Math.max(1000, wait));
    return () => clearTimeout(timer);
  }, [room, refetch]);

  if (room !== undefined) return <MeetingRoom key={room.meet_id} room={room} />;
  const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <main className="grid min-h-dvh place-content-center bg-canvas">
      {error === null ? (
        <Spinner />
      ) : isMissing ? (
        <NotFoundState>
          <a href={paths.home} className={buttonClass('secondary', 'mt-3')}>
            Go to dashboard
          </a>
        </NotFoundState>
      ) : (
        <ErrorState asPage onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </main>
  );
}

/** The three stages of a room: before, in and after the call. */
function MeetingRoom({ room }: { room: Room }) {
  const me = useMe();
  const { video } = room;
  const [media] = useState(() => new LocalMedia());
  const [call, setCall] = useState<RoomCall | null>(null);
  const [isEntering, setIsEntering] = useState(room.state === 'early' || room.state === 'open');
  useEffect(() => () => media.stop(), [media]);
  useEffect(() => {
    if (call === null) return;
    const leave = () => call.leave();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      call.leave();
    };
  }, [call]);

  const enter = () => {
    setCall(null);
    setIsEntering(true);
  };
  return (
    <>
      <title>{`${room.name} · GoPath`}</title>
      {call !== null ? (
        <InCall room={room} call={call} media={media} onRejoin={enter} />
      ) : isEntering ? (
        <main className="min-h-dvh bg-canvas">
          <Lobby
            room={room}
            selfPk={me.pk}
            selfName={me.full_name}
            media={media}
            onJoin={() => {
              // The page before the call showed them.
              media.dismissProblems();
              setCall(new RoomCall(room.meet_id, media, { connects: video.kind === 'built_in' }));
            }}
          />
        </main>
      ) : (
        <MeetingEnded room={room} selfPk={me.pk} end={null} onRejoin={enter} />
      )}
    </>
  );
}

/** The call, for the provider above the meeting note (MEET-040); everyone else sees only the video (MEET-044). */
function InCall({
  room,
  call,
  media,
  onRejoin,
}: {
  room: Room;
  call: RoomCall;
  media: LocalMedia;
  onRejoin: () => void;
}) {
  const me = useMe();
  const { status, end } = useSyncExternalStore(call.subscribe, call.getSnapshot);
  const [startsMuted] = useState(() => {
    const { microphone, isMicrophoneOn, camera } = media.getSnapshot();
    return { microphone: microphone === null || !isMicrophoneOn, camera: camera === null };
  });
  const usesOwnDevices = room.video.kind === 'jitsi';
  useEffect(() => {
    // Releases the devices, because Jitsi's video opens them itself.
    if (usesOwnDevices) media.stop();
  }, [usesOwnDevices, media]);
  useEffect(() => {
    if (status === 'ended') media.stop();
  }, [status, media]);
  if (status === 'ended') return <MeetingEnded room={room} selfPk={me.pk} end={end} onRejoin={onRejoin} />;
  const video =
    room.video.kind === 'jitsi' ? (
      <Suspense fallback={<Spinner className="m-4" />}>
        <JitsiScreen
          room={room}
          video={room.video}
          selfName={me.full_name}
          call={call}
          startsMuted={startsMuted}
        />
      </Suspense>
    ) : (
      <CallScreen room={room} selfPk={me.pk} selfName={me.full_name} call={call} media={media} />
    );
  return (
    <main className="h-dvh bg-canvas">
      {room.permissions.includes('write_note') ? (
        <Suspense fallback={<Spinner className="m-4" />}>
          <RoomSplit video={video} note={<RoomNote me={me} simplybookId={room.simplybook_id} />} />
        </Suspense>
      ) : (
        video
      )}
    </main>
  );
}
