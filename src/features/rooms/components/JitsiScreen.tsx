import { ExternalLink, PhoneOff } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { JitsiAccess, Room } from '#shared/rooms/responses.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Spinner } from '#src/ui/feedback/Spinner.tsx';
import { type JitsiApi, loadJitsi } from '../call/jitsi-loader.ts';
import type { RoomCall } from '../call/room-call.ts';
import { CallBanners } from './CallBanners.tsx';
import { WaitingToEnter } from './WaitingToEnter.tsx';

type JitsiVideo = Extract<Room['video'], { kind: 'jitsi' }>;

/** The video conference of a Jitsi server; the room's name is the meeting's id (MEET-038, MEET-039). */
export function JitsiScreen({
  room,
  video,
  selfName,
  call,
  startsMuted,
}: {
  room: Room;
  video: JitsiVideo;
  selfName: string;
  call: RoomCall;
  startsMuted: { microphone: boolean; camera: boolean };
}) {
  const state = useSyncExternalStore(call.subscribe, call.read);
  const access = state.status === 'joined' ? state.video : null;
  return (
    <div className="flex h-full min-h-0 flex-col bg-canvas">
      <header className="flex flex-wrap items-center gap-2 px-3 py-2 text-sm">
        <h1 className="min-w-0 flex-1 truncate font-semibold">{room.name}</h1>
        {access !== null && (
          <a href={access.url} target="_blank" rel="noreferrer" className={buttonClass()}>
            <ExternalLink aria-hidden className="size-4" />
            Open in a new tab
          </a>
        )}
        <Button
          variant="danger"
          writes={false}
          icon={<PhoneOff aria-hidden className="size-4" />}
          onClick={() => call.leave()}
        >
          Leave
        </Button>
      </header>
      <section aria-label="Call" className="relative min-h-0 flex-1">
        {access !== null ? (
          <JitsiFrame {...{ room, video, access, selfName, startsMuted }} onLeave={() => call.leave()} />
        ) : (
          <WaitingToEnter state={state} />
        )}
        <CallBanners call={call} state={state} />
      </section>
    </div>
  );
}

function JitsiFrame({
  room,
  video: { domain, script },
  access: { token },
  selfName,
  startsMuted,
  onLeave,
}: {
  room: Room;
  video: JitsiVideo;
  access: JitsiAccess;
  selfName: string;
  startsMuted: { microphone: boolean; camera: boolean };
  onLeave: () => void;
}) {
  const parent = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  // A new token must not start the conference again.
  const latest = useRef({ onLeave, token });
  useEffect(() => {
    latest.current = { onLeave, token };
  });
  const { microphone, camera } = startsMuted;
  useEffect(() => {
    let api: JitsiApi | undefined;
    let isCurrent = true;
    loadJitsi(script).then(
      (Jitsi) => {
        if (!isCurrent || parent.current === null) return;
        const { token: jwt } = latest.current;
        api = new Jitsi(domain, {
          roomName: room.meet_id,
          parentNode: parent.current,
          width: '100%',
          height: '100%',
          ...(jwt === null ? {} : { jwt }),
          userInfo: { displayName: selfName },
          configOverwrite: {
            prejoinConfig: { enabled: false },
            startWithAudioMuted: microphone,
            startWithVideoMuted: camera,
          },
        });
        api.addListener('readyToClose', () => latest.current.onLeave());
        api.addListener('videoConferenceLeft', () => latest.current.onLeave());
        api.addListener('errorOccurred', (detail) => {
          if ((detail.error?.isFatal ?? detail.isFatal) === true) setStatus('failed');
        });
        setStatus('ready');
      },
      () => isCurrent && setStatus('failed'),
    );
    return () => {
      isCurrent = false;
      api?.dispose();
    };
  }, [attempt, room.meet_id, domain, script, selfName, microphone, camera]);
  return (
    <>
      {status === 'loading' && (
        <div className="grid h-full place-content-center">
          <Spinner label="Starting the video" />
        </div>
      )}
      {status === 'failed' && (
        <ErrorState
          title="The video did not start"
          text="The video server did not answer. Try again, or open the meeting in a new tab."
          onRetry={() => {
            setStatus('loading');
            setAttempt(attempt + 1);
          }}
        />
      )}
      <div ref={parent} className={status === 'ready' ? 'h-full' : 'hidden'} />
    </>
  );
}
