import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';

/** The size of the video and the smallest size of both parts, in percent (MEET-041). */
const VIDEO_SIZE = 75;
const MIN_SIZE = 16;

/** The provider's view: the video above the meeting note. The position of the divider is remembered. */
export function RoomSplit({ video, note }: { video: ReactNode; note: ReactNode }) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: 'gopath-room-split',
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  });
  return (
    <Group orientation="vertical" defaultLayout={defaultLayout} onLayoutChanged={onLayoutChanged}>
      <Panel id="video" defaultSize={`${VIDEO_SIZE}`} minSize={`${MIN_SIZE}`}>
        {video}
      </Panel>
      <Separator
        id="room-split"
        aria-label="Size of the video"
        className="grid h-2.5 place-items-center border-y bg-sunken transition-colors hover:bg-hover"
      >
        <span aria-hidden className="h-1 w-10 rounded-full bg-control" />
      </Separator>
      <Panel id="note" defaultSize={`${100 - VIDEO_SIZE}`} minSize={`${MIN_SIZE}`}>
        {note}
      </Panel>
    </Group>
  );
}
