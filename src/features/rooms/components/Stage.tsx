import clsx from 'clsx';
import { useSyncExternalStore } from 'react';
import type { CallPerson, CallState } from '../call/room-call.ts';
import type { LocalMedia } from '../call/local-media.ts';
import { OwnVideoTile } from './OwnVideoTile.tsx';
import { VideoTile } from './VideoTile.tsx';

const COLUMNS = [
  '',
  'grid-cols-1',
  'grid-cols-1 sm:grid-cols-2',
  'grid-cols-2',
  'grid-cols-2',
  'grid-cols-2 sm:grid-cols-3',
  'grid-cols-2 sm:grid-cols-3',
];

function PersonTile({
  person,
  speaker,
  isMain,
  className,
}: {
  person: CallPerson;
  speaker: string;
  isMain?: boolean;
  className?: string;
}) {
  const connection = !person.connected && person.link !== 'connected' ? 'lost' : person.link;
  return (
    <VideoTile
      name={person.name}
      stream={person.camera}
      showsVideo={person.sends.camera && person.camera !== null}
      isMicrophoneOff={!person.sends.microphone}
      isSpeaking={person.isSpeaking}
      connection={connection === 'connected' ? person.quality : connection}
      speaker={speaker}
      isMain={isMain === true}
      className={className}
    />
  );
}

/**
 * Everyone's videos: for two people a large and a small one, for more a grid, and a shared screen with the people
 * beside it.
 */
export function Stage({
  state: { people },
  selfName,
  media,
}: {
  state: CallState;
  selfName: string;
  media: LocalMedia;
}) {
  const { screen, chosen } = useSyncExternalStore(media.subscribe, media.read);
  const sharing = people.find((person) => person.screen !== null);
  if (sharing !== undefined || screen !== null) {
    return (
      <div className="grid h-full min-h-0 grid-rows-[minmax(0,1fr)_auto] gap-2 md:grid-cols-[minmax(0,1fr)_12rem] md:grid-rows-1">
        <VideoTile
          name={sharing?.name ?? selfName}
          note={sharing === undefined ? 'You are sharing your screen' : 'Sharing the screen'}
          isScreen
          isMain
          isOwn={sharing === undefined}
          stream={sharing?.screen ?? screen}
          showsVideo
          speaker={chosen.speaker}
        />
        <div className="flex min-h-0 gap-2 overflow-auto md:flex-col">
          {people.map((person) => (
            <PersonTile
              key={person.id}
              person={person}
              speaker={chosen.speaker}
              className="aspect-video w-32 shrink-0 md:w-full"
            />
          ))}
          <OwnVideoTile selfName={selfName} media={media} className="aspect-video w-32 shrink-0 md:w-full" />
        </div>
      </div>
    );
  }
  const [only] = people;
  if (people.length === 1 && only !== undefined) {
    return (
      <div className="relative grid h-full min-h-0">
        <PersonTile person={only} speaker={chosen.speaker} isMain className="h-full" />
        <OwnVideoTile
          selfName={selfName}
          media={media}
          className="absolute! right-3 bottom-3 aspect-video w-28 border shadow-float sm:w-48"
        />
      </div>
    );
  }
  return (
    <div className={clsx('grid h-full min-h-0 auto-rows-fr gap-2', COLUMNS[people.length + 1])}>
      {people.map((person, index) => (
        <PersonTile key={person.id} person={person} speaker={chosen.speaker} isMain={index === 0} />
      ))}
      <OwnVideoTile selfName={selfName} media={media} className="" />
    </div>
  );
}
