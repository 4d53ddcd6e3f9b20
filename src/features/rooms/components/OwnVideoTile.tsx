import { useSyncExternalStore } from 'react';
import type { LocalMedia } from '../call/local-media.ts';
import { VideoTile } from './VideoTile.tsx';

/** The person's own video: what others see of them. */
export function OwnVideoTile({
  selfName,
  media,
  className,
}: {
  selfName: string;
  media: LocalMedia;
  className: string;
}) {
  const { camera, microphone, isMicrophoneOn } = useSyncExternalStore(media.subscribe, media.read);
  return (
    <VideoTile
      name={selfName}
      note="You"
      isOwn
      stream={media.stream}
      showsVideo={camera !== null}
      isMicrophoneOff={!isMicrophoneOn || microphone === null}
      className={className}
    />
  );
}
