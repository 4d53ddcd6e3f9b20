import { Camera, CameraOff, Mic, MicOff } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import type { Room } from '#shared/rooms/responses.ts';
import { periodInWords, timeInWords } from '#src/lib/dates/relative-time.ts';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import type { LocalMedia } from '../call/local-media.ts';
import { DeviceProblems } from './DeviceProblems.tsx';
import { DeviceSettings } from './DeviceSettings.tsx';
import { MediaToggle } from './MediaToggle.tsx';
import { OwnVideoTile } from './OwnVideoTile.tsx';

const ROLES = { provider: 'Mentor', client: 'Student', guest: 'Parent' } as const;

/** Returns the label of the join button, and why it is disabled. */
function joinButton({ state, entry, opens_at: opensAt }: Room): { label: string; disabledReason?: string } {
  if (state === 'early')
    return { label: 'Join meeting', disabledReason: `You can join at ${timeInWords(new Date(opensAt))}` };
  if (state === 'open') return { label: 'Join meeting' };
  return { label: entry === 'enter' ? 'Open the room' : 'Ask to join' };
}

/** The page before joining: preview, devices, and who is expected. */
export function Lobby({
  room,
  selfPk,
  selfName,
  media,
  onJoin,
}: {
  room: Room;
  selfPk: number;
  selfName: string;
  media: LocalMedia;
  onJoin: () => void;
}) {
  const { isAsking, camera, isMicrophoneOn, microphone, problems } = useSyncExternalStore(
    media.subscribe,
    media.read,
  );
  // The preview starts with the page; the browser then asks for the devices.
  useEffect(() => {
    void media.start();
  }, [media]);
  const join = joinButton(room);
  return (
    <div className="mx-auto grid max-w-5xl items-center gap-6 p-4 md:min-h-dvh md:grid-cols-[3fr_2fr] md:p-8">
      <section aria-label="Preview" className="grid gap-3">
        <div className="relative">
          <OwnVideoTile selfName={selfName} media={media} className="aspect-video" />
          {isAsking && (
            <p
              role="status"
              className="absolute inset-x-4 top-4 rounded-control bg-canvas/85 px-3 py-2 text-center"
            >
              Allow GoPath to use your camera and microphone.
            </p>
          )}
        </div>
        <div className="flex justify-center gap-3">
          <MediaToggle
            isOn={isMicrophoneOn && microphone !== null}
            labels={['Turn on microphone', 'Turn off microphone']}
            icons={[<MicOff key="off" />, <Mic key="on" />]}
            onChange={(on) => void media.setMicrophone(on)}
          />
          <MediaToggle
            isOn={camera !== null}
            labels={['Turn on camera', 'Turn off camera']}
            icons={[<CameraOff key="off" />, <Camera key="on" />]}
            onChange={(on) => void media.setCamera(on)}
          />
        </div>
        <DeviceProblems problems={problems} onRetry={() => void media.start()} />
      </section>
      <section aria-labelledby="lobby-title" className="grid gap-4">
        <div>
          <h1 id="lobby-title" className="text-2xl font-semibold">
            {room.name}
          </h1>
          <p className="text-muted">{periodInWords(new Date(room.starts_at), new Date(room.ends_at))}</p>
        </div>
        <ul aria-label="Invited" className="grid gap-2">
          {room.people.map(({ pk, full_name: name, role }) => (
            <li key={pk} className="flex items-center gap-2">
              <Avatar name={name} />
              <span data-private>{pk === selfPk ? `${name} (you)` : name}</span>
              <span className="text-sm text-muted">{ROLES[role]}</span>
            </li>
          ))}
        </ul>
        <DeviceSettings media={media} />
        <Button
          variant="primary"
          className="h-11 text-base"
          onClick={onJoin}
          disabledReason={join.disabledReason}
        >
          {join.label}
        </Button>
        {join.disabledReason !== undefined && (
          <p role="status" className="text-center text-muted">
            {join.disabledReason}. Keep this page open: the button turns on then.
          </p>
        )}
        {room.state === 'closed' && (
          <p className="text-center text-muted">
            {room.entry === 'enter'
              ? 'The meeting is over. Others can join when you let them in.'
              : 'The meeting is over. Your mentor can let you in.'}
          </p>
        )}
        <p className="text-center text-sm text-muted">Meetings are not recorded.</p>
      </section>
    </div>
  );
}
