import clsx from 'clsx';
import { X } from 'lucide-react';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import type { Room } from '#shared/rooms/responses.ts';
import { timeInWords } from '#src/lib/dates/relative-time.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import type { LocalMedia } from '../call/local-media.ts';
import type { RoomCall } from '../call/room-call.ts';
import { CallBanners } from './CallBanners.tsx';
import { CallControls, type SidePanel } from './CallControls.tsx';
import { ChatPanel } from './ChatPanel.tsx';
import { DeviceProblems } from './DeviceProblems.tsx';
import { DeviceSettings } from './DeviceSettings.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import { Stage } from './Stage.tsx';
import { WaitingToEnter } from './WaitingToEnter.tsx';

const Dialog = lazy(async () => ({ default: (await import('#src/ui/overlays/Dialog.tsx')).Dialog }));

const TITLES: Record<SidePanel, string> = { people: 'People', chat: 'Chat' };

/** The people a call waits for, by role. Parents (guests) may join, but are not waited for. */
const IS_EXPECTED = { provider: true, client: true, guest: false };

/** Names in a sentence: 'Maya', 'Maya and Ana', 'Maya, Ana and Leo'. */
const nameList = onFirstUse(() => new Intl.ListFormat('en', { type: 'conjunction' }));

/** Names the people who are expected, and how long the person has waited alone. */
function Alone({ room, selfPk, since }: { room: Room; selfPk: number; since: number }) {
  const minutes = Math.floor((useNow() - since) / 60_000);
  const expected = room.people.filter(({ pk, role }) => pk !== selfPk && IS_EXPECTED[role]);
  const names = nameList().format(expected.map(({ full_name: name }) => name));
  return (
    <p role="status" data-private className="rounded-control bg-canvas/85 px-3 py-2 text-center">
      {names === '' ? 'Nobody else is here.' : `Waiting for ${names}.`}
      {minutes > 0 && ` You have waited for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`}
    </p>
  );
}

/** The call: videos, controls, people and chat. */
export function CallScreen({
  room,
  selfPk,
  selfName,
  call,
  media,
}: {
  room: Room;
  selfPk: number;
  selfName: string;
  call: RoomCall;
  media: LocalMedia;
}) {
  const state = useSyncExternalStore(call.subscribe, call.read);
  const { problems } = useSyncExternalStore(media.subscribe, media.read);
  const [panel, setPanel] = useState<SidePanel | null>(null);
  const [choosesDevices, setChoosesDevices] = useState(false);
  const [readCount, setReadCount] = useState(0);
  if (panel === 'chat' && readCount !== state.messages.length) setReadCount(state.messages.length);
  const now = useNow();
  const isOver = now > Date.parse(room.ends_at);
  const content = {
    people: <PeoplePanel {...{ room, selfPk, selfName }} people={state.people} />,
    chat: <ChatPanel messages={state.messages} onSend={(text) => call.sendChat(text)} />,
  };
  return (
    <div className="flex h-full min-h-0 flex-col bg-canvas">
      <header className="flex min-h-10 items-center gap-3 px-3 pt-2 text-sm">
        <h1 className="truncate font-semibold">{room.name}</h1>
        <span className="ml-auto shrink-0 text-muted">
          {isOver ? 'Scheduled until' : 'Until'} {timeInWords(new Date(room.ends_at))}
        </span>
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-2 px-2 pt-2 sm:flex-row">
        {/* On a phone an open panel replaces the videos, and stays below the banners. */}
        <section
          aria-label="Call"
          className={clsx('relative min-h-0 min-w-0', panel === null ? 'flex-1' : 'sm:flex-1')}
        >
          <div className={clsx('h-full', panel !== null && 'max-sm:hidden')}>
            {state.status === 'waiting' ? (
              <WaitingToEnter state={state} />
            ) : (
              <Stage state={state} selfName={selfName} media={media} />
            )}
          </div>
          <CallBanners call={call} state={state} isPanelOpen={panel !== null}>
            {state.status === 'connecting' && (
              <div className="appear-late">
                <Banner>Connecting. You join when the server can be reached.</Banner>
              </div>
            )}
            <DeviceProblems
              problems={problems}
              onRetry={() => void media.retry()}
              onDismiss={() => media.dismissProblems()}
            />
            {state.status === 'joined' && state.aloneSince !== null && (
              <Alone room={room} selfPk={selfPk} since={state.aloneSince} />
            )}
          </CallBanners>
        </section>
        {panel !== null && (
          <aside
            aria-label={TITLES[panel]}
            className="flex min-h-0 flex-1 flex-col rounded-card border bg-surface sm:w-72 sm:flex-none"
          >
            <div className="flex items-center justify-between px-3 py-2">
              <h2 className="font-semibold">{TITLES[panel]}</h2>
              <IconButton
                label={`Close ${TITLES[panel].toLowerCase()}`}
                icon={<X />}
                onClick={() => setPanel(null)}
              />
            </div>
            {content[panel]}
          </aside>
        )}
      </div>
      <CallControls
        media={media}
        panel={panel}
        onPanel={setPanel}
        people={state.people.length + 1}
        unread={state.messages.length - readCount}
        onDevices={() => setChoosesDevices(true)}
        onLeave={() => call.leave()}
      />
      {choosesDevices && (
        <Suspense>
          <Dialog
            open
            onClose={() => setChoosesDevices(false)}
            title="Camera and microphone"
            width="small"
            actions={
              <Button variant="primary" onClick={() => setChoosesDevices(false)}>
                Done
              </Button>
            }
          >
            <DeviceSettings media={media} />
          </Dialog>
        </Suspense>
      )}
    </div>
  );
}
