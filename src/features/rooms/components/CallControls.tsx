import clsx from 'clsx';
import {
  Camera,
  CameraOff,
  Ellipsis,
  Maximize,
  MessageSquare,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  PhoneOff,
  PictureInPicture2,
  Settings,
  Users,
} from 'lucide-react';
import { type ReactElement, type RefObject, useRef, useSyncExternalStore } from 'react';
import { isPlainKey } from '#src/lib/shortcuts.ts';
import { useReturnFocus } from '#src/lib/timing/useReturnFocus.ts';
import { useKeyDown } from '#src/lib/useKeyDown.ts';
import { IconButton } from '#src/ui/buttons/IconButton.tsx';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import type { LocalMedia } from '../call/local-media.ts';
import { ROOM_SHORTCUTS } from '../room-shortcuts.ts';
import { MediaToggle, ROUND_BUTTON } from './MediaToggle.tsx';

/** The panel beside the videos. */
export type SidePanel = 'people' | 'chat';

interface Action {
  key: string;
  label: string;
  icon: ReactElement;
  shortcut?: string;
  isPressed?: boolean;
  count?: number;
  ref?: RefObject<HTMLButtonElement | null>;
  run: () => void;
}

/** Turns picture-in-picture of the main video on or off. */
function togglePictureInPicture() {
  const video = document.querySelector<HTMLVideoElement>('video[data-main-video]');
  if (document.pictureInPictureElement !== null) void document.exitPictureInPicture();
  else void video?.requestPictureInPicture().catch(() => undefined);
}

function toggleFullScreen() {
  if (document.fullscreenElement === null)
    void document.documentElement.requestFullscreen().catch(() => undefined);
  else void document.exitFullscreen();
}

/** Shares the screen, or stops; none where the browser cannot. */
function screenActions(media: LocalMedia, isSharing: boolean): Action[] {
  if (!('getDisplayMedia' in navigator.mediaDevices)) return [];
  return [
    {
      key: 'screen',
      label: isSharing ? 'Stop sharing' : 'Share screen',
      icon: isSharing ? <MonitorX /> : <MonitorUp />,
      shortcut: ROOM_SHORTCUTS.screen,
      isPressed: isSharing,
      run: () => (isSharing ? media.stopSharing() : void media.shareScreen()),
    },
  ];
}

/** Shows the main video above other windows, if the browser can. */
function pictureActions(): Action[] {
  if (!document.pictureInPictureEnabled) return [];
  return [
    {
      key: 'picture',
      label: 'Picture-in-picture',
      icon: <PictureInPicture2 />,
      run: togglePictureInPicture,
    },
  ];
}

/** Shows the call in full screen, if the browser can. */
function fullScreenActions(): Action[] {
  if (!document.fullscreenEnabled) return [];
  return [
    {
      key: 'full',
      label: 'Full screen',
      icon: <Maximize />,
      shortcut: ROOM_SHORTCUTS.fullScreen,
      run: toggleFullScreen,
    },
  ];
}

/** An action as a button, with a dot for new messages. */
function ActionButton({ action }: { action: Action }) {
  const { label, icon, shortcut, isPressed, count = 0, ref, run } = action;
  return (
    <span className="relative hidden sm:inline-grid">
      <IconButton
        label={label}
        icon={icon}
        shortcut={shortcut}
        aria-pressed={isPressed}
        ref={ref}
        onClick={run}
        className={clsx(ROUND_BUTTON, 'bg-surface text-text!')}
      />
      {count > 0 && <NewDot />}
    </span>
  );
}

/** The buttons of the call. On a phone the rarer ones are in a menu. */
export function CallControls({
  media,
  panel,
  onPanel,
  people,
  unread,
  onDevices,
  onLeave,
}: {
  media: LocalMedia;
  panel: SidePanel | null;
  onPanel: (panel: SidePanel | null) => void;
  people: number;
  unread: number;
  onDevices: () => void;
  onLeave: () => void;
}) {
  const { camera, microphone, isMicrophoneOn, screen } = useSyncExternalStore(media.subscribe, media.read);
  const isHeard = isMicrophoneOn && microphone !== null;
  const setMicrophone = (on: boolean) => void media.setMicrophone(on);
  const setCamera = (on: boolean) => void media.setCamera(on);
  const moreButton = useRef<HTMLButtonElement>(null);
  const peopleButton = useReturnFocus(panel === 'people', moreButton);
  const chatButton = useReturnFocus(panel === 'chat', moreButton);
  const toggle = (which: SidePanel) => onPanel(panel === which ? null : which);
  const actions: Action[] = [
    ...screenActions(media, screen !== null),
    ...pictureActions(),
    { key: 'devices', label: 'Camera and microphone settings', icon: <Settings />, run: onDevices },
    {
      key: 'people',
      label: `People (${people})`,
      icon: <Users />,
      shortcut: ROOM_SHORTCUTS.people,
      isPressed: panel === 'people',
      ref: peopleButton,
      run: () => toggle('people'),
    },
    {
      key: 'chat',
      label: unread > 0 ? `Chat (${unread} new)` : 'Chat',
      icon: <MessageSquare />,
      shortcut: ROOM_SHORTCUTS.chat,
      isPressed: panel === 'chat',
      ref: chatButton,
      count: unread,
      run: () => toggle('chat'),
    },
    ...fullScreenActions(),
  ];

  useKeyDown((event) => {
    if (event.repeat) return;
    if (isPlainKey(event, ROOM_SHORTCUTS.microphone)) setMicrophone(!isHeard);
    else if (isPlainKey(event, ROOM_SHORTCUTS.camera)) setCamera(camera === null);
    else actions.find(({ shortcut }) => shortcut !== undefined && isPlainKey(event, shortcut))?.run();
  });

  return (
    <div
      role="toolbar"
      aria-label="Call controls"
      className="flex items-center justify-center gap-2 px-2 py-3"
    >
      <MediaToggle
        isOn={isHeard}
        labels={['Turn on microphone', 'Turn off microphone']}
        icons={[<MicOff key="off" />, <Mic key="on" />]}
        shortcut={ROOM_SHORTCUTS.microphone}
        onChange={setMicrophone}
      />
      <MediaToggle
        isOn={camera !== null}
        labels={['Turn on camera', 'Turn off camera']}
        icons={[<CameraOff key="off" />, <Camera key="on" />]}
        shortcut={ROOM_SHORTCUTS.camera}
        onChange={setCamera}
      />
      {actions.map((action) => (
        <ActionButton key={action.key} action={action} />
      ))}
      <span className="relative sm:hidden">
        <Menu
          placement="top end"
          trigger={
            <IconButton
              ref={moreButton}
              label={unread > 0 ? `More (${unread} new)` : 'More'}
              icon={<Ellipsis />}
              className={clsx(ROUND_BUTTON, 'bg-surface text-text!')}
            />
          }
          actions={actions.map(({ label, icon, run }) => ({ label, icon, onSelect: run }))}
        />
        {unread > 0 && <NewDot />}
      </span>
      <IconButton
        label="Leave"
        icon={<PhoneOff />}
        onClick={onLeave}
        className={clsx(
          ROUND_BUTTON,
          'border-transparent bg-danger text-on-accent! not-aria-disabled:hover:bg-danger-hover not-aria-disabled:hover:text-on-accent',
        )}
      />
    </div>
  );
}

/** A dot on a button that leads to new messages. The button's label has their number. */
function NewDot() {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute -top-0.5 -right-0.5 size-3 rounded-full bg-accent"
    />
  );
}
