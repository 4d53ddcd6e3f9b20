import clsx from 'clsx';
import { MicOff, SignalHigh, SignalLow, SignalMedium, SignalZero } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import type { Quality } from '../call/link-quality.ts';

type Connection = Quality | 'connecting' | 'lost';

const CONNECTION = {
  good: { Icon: SignalHigh, label: 'Good connection' },
  fair: { Icon: SignalMedium, label: 'Fair connection' },
  poor: { Icon: SignalLow, label: 'Poor connection' },
  connecting: { Icon: SignalZero, label: 'Connecting' },
  lost: { Icon: SignalZero, label: 'Reconnecting' },
} as const;

/** The icon of a person's connection, with its meaning as text. */
export function ConnectionIcon({ connection }: { connection: Connection }) {
  const { Icon, label } = CONNECTION[connection];
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={clsx('[&_svg]:size-4', connection !== 'good' && 'text-warning')}
    >
      <Icon aria-hidden />
    </span>
  );
}

/** Plays a stream. It stays mounted while the camera is off, because it also plays the sound. */
function Player({
  stream,
  isMuted,
  speaker,
  className,
  isMain,
}: {
  stream: MediaStream | null;
  isMuted: boolean;
  speaker: string;
  className?: string;
  isMain: boolean;
}) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current !== null && video.current.srcObject !== stream) video.current.srcObject = stream;
  }, [stream]);
  useEffect(() => {
    // Not every browser lets a page choose the speaker.
    if (speaker !== '' && video.current !== null && 'setSinkId' in video.current)
      void video.current.setSinkId(speaker).catch(() => undefined);
  }, [speaker]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no captions
    <video
      ref={video}
      autoPlay
      playsInline
      muted={isMuted}
      aria-hidden
      tabIndex={-1}
      data-main-video={isMain ? '' : undefined}
      className={clsx('absolute inset-0 size-full', className)}
    />
  );
}

/** One person's video, or their initials while the camera is off. */
export function VideoTile({
  name,
  note,
  stream,
  showsVideo,
  isOwn = false,
  isScreen = false,
  isMain = false,
  isMicrophoneOff = false,
  isSpeaking = false,
  connection,
  speaker = '',
  className,
}: {
  name: string;
  /** Added to the name: 'You', 'Sharing the screen'. */
  note?: string;
  stream: MediaStream | null;
  showsVideo: boolean;
  isOwn?: boolean;
  isScreen?: boolean;
  /** The video for picture-in-picture. */
  isMain?: boolean;
  isMicrophoneOff?: boolean;
  isSpeaking?: boolean;
  connection?: Connection;
  speaker?: string;
  className?: string;
}) {
  return (
    <figure
      data-private
      aria-label={note === undefined ? name : `${name} (${note})`}
      className={clsx(
        'relative m-0 grid min-h-0 place-items-center overflow-hidden rounded-card bg-surface',
        isSpeaking && 'outline-2 -outline-offset-2 outline-success',
        className,
      )}
    >
      <Player
        stream={stream}
        isMuted={isOwn}
        speaker={speaker}
        isMain={isMain}
        className={clsx(
          isScreen ? 'object-contain' : 'object-cover',
          isOwn && !isScreen && '-scale-x-100',
          !showsVideo && 'invisible',
        )}
      />
      {!showsVideo && <Avatar name={name} size="page" />}
      <figcaption className="absolute bottom-2 left-2 flex max-w-[calc(100%-1rem)] items-center gap-1.5 rounded-control bg-canvas/85 px-2 py-1 text-xs">
        {isMicrophoneOff && (
          <MicOff role="img" aria-label="Microphone off" className="size-3.5 shrink-0 text-danger" />
        )}
        <span className="truncate">
          {name}
          {note !== undefined && <span className="text-muted"> ({note})</span>}
        </span>
        {connection !== undefined && <ConnectionIcon connection={connection} />}
      </figcaption>
    </figure>
  );
}
