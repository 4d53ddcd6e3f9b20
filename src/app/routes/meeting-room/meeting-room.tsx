import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useParams } from 'react-router';
import { paths, ROOM_PAGES } from '#shared/kernel/paths.ts';
import type { Room } from '#shared/rooms/responses.ts';
import { LocalMedia } from '#src/features/rooms/call/local-media.ts';
import { RoomCall } from '#src/features/rooms/call/room-call.ts';
import { CallScreen } from '#src/features/rooms/components/CallScreen.tsx';
import { Lobby } from '#src/features/rooms/components/Lobby.tsx';
import { useRoom } from '#src/features/rooms/useRoom.ts';
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

/** Releases the camera and the microphone when they are no longer needed. */
function useReleasedMedia(media: LocalMedia, isDone: boolean) {
  useEffect(() => {
    if (isDone) media.stop();
  }, [isDone, media]);
}

/** `/meeting_rooms/{id}/` (MEET-037): a meeting room, full screen. */
export function Component() {
  const { meetId = '' } = useParams();
  const isAllowed = isRoomDocument();
  const { room, error, isMissing, refetch, isFetching } = useRoom(meetId, { isEnabled: isAllowed });

  // A link within the app led here, so load the document that may use the camera.
  useEffect(() => {
    if (!isAllowed) location.reload();
  }, [isAllowed]);

  if (room !== undefined) {
    return (
      <>
        <title>{`${room.name} · GoPath`}</title>
        <MeetingRoom key={room.meet_id} room={room} />
      </>
    );
  }
  return (
    <main className="grid min-h-dvh place-content-center bg-canvas">
      {error === null ? (
        <Spinner />
      ) : (
        <LoadFailure isMissing={isMissing} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </main>
  );
}

/** Replaces a room that is missing or did not load. */
function LoadFailure({
  isMissing,
  isRetrying,
  onRetry,
}: {
  isMissing: boolean;
  isRetrying: boolean;
  onRetry: () => void;
}) {
  if (!isMissing) return <ErrorState asPage onRetry={onRetry} retrying={isRetrying} />;
  return (
    <NotFoundState>
      <a href={paths.home} className={buttonClass('secondary', 'mt-3')}>
        Go to dashboard
      </a>
    </NotFoundState>
  );
}

/** The three stages of a room: before, in and after the call. */
function MeetingRoom({ room }: { room: Room }) {
  const me = useMe();
  const [media] = useState(() => new LocalMedia());
  const [call, setCall] = useState<RoomCall | null>(null);
  const [isEntering, setIsEntering] = useState(room.state === 'early' || room.state === 'open');
  // Releases the devices when the person opens another page.
  useEffect(() => () => media.stop(), [media]);
  // Tells the others immediately that the person left, also when the tab is closed.
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
  if (call !== null) return <InCall room={room} call={call} media={media} onRejoin={enter} />;
  if (!isEntering) return <MeetingEnded room={room} selfPk={me.pk} end={null} onRejoin={enter} />;
  return (
    <main className="min-h-dvh bg-canvas">
      <Lobby
        room={room}
        selfPk={me.pk}
        selfName={me.full_name}
        media={media}
        onJoin={() => {
          // The page before the call showed them.
          media.dismissProblems();
          setCall(new RoomCall(room.meet_id, media, { connects: room.video.kind === 'built_in' }));
        }}
      />
    </main>
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
  const { status, end } = useSyncExternalStore(call.subscribe, call.read);
  const [startsMuted] = useState(() => {
    const { microphone, isMicrophoneOn, camera } = media.read();
    return { microphone: microphone === null || !isMicrophoneOn, camera: camera === null };
  });
  // Jitsi's video opens the devices itself.
  useReleasedMedia(media, room.video.kind === 'jitsi' || status === 'ended');
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
