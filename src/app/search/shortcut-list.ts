import { ROOM_SHORTCUTS } from '#src/features/rooms/room-shortcuts.ts';
import { APP_SHORTCUTS } from '#src/lib/shortcuts.ts';
import { EDITOR_SHORTCUTS } from '#src/ui/rich-text/rich-text-shortcuts.ts';

/** A keyboard shortcut in the help. `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export interface Shortcut {
  does: string;
  /** One or more key combinations. */
  keys: readonly string[];
}

/** Every keyboard shortcut of the app, as the help shows them. */
export const SHORTCUTS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { does: 'Search', keys: [APP_SHORTCUTS.search, APP_SHORTCUTS.searchByOneKey] },
      { does: 'Add a task', keys: [APP_SHORTCUTS.quickAdd] },
      { does: 'Show these shortcuts', keys: [APP_SHORTCUTS.help] },
      { does: 'Close', keys: ['Escape'] },
    ],
  },
  {
    title: 'Search',
    shortcuts: [
      { does: 'Next or previous', keys: ['↓', '↑'] },
      { does: 'Next or previous group', keys: ['Alt+↓', 'Alt+↑'] },
      { does: 'First or last', keys: ['Home', 'End'] },
      { does: 'Open', keys: ['Enter'] },
    ],
  },
  {
    title: 'Reordering',
    shortcuts: [
      { does: 'Pick up or drop', keys: ['Space'] },
      { does: 'Move', keys: ['↓', '↑'] },
    ],
  },
  {
    title: 'Writing a note',
    shortcuts: [
      { does: 'Save', keys: ['Mod+S'] },
      ...Object.entries(EDITOR_SHORTCUTS).map(([does, keys]) => ({ does, keys: [keys] })),
      { does: 'Undo', keys: ['Mod+Z'] },
      { does: 'Redo', keys: ['Mod+Shift+Z'] },
    ],
  },
  {
    title: 'Meeting room',
    shortcuts: [
      { does: 'Microphone on or off', keys: [ROOM_SHORTCUTS.microphone] },
      { does: 'Camera on or off', keys: [ROOM_SHORTCUTS.camera] },
      { does: 'Share screen', keys: [ROOM_SHORTCUTS.screen] },
      { does: 'People', keys: [ROOM_SHORTCUTS.people] },
      { does: 'Chat', keys: [ROOM_SHORTCUTS.chat] },
      { does: 'Full screen', keys: [ROOM_SHORTCUTS.fullScreen] },
    ],
  },
  {
    title: 'Bug report screenshot',
    shortcuts: [
      { does: 'Move the frame', keys: ['←', '↑', '↓', '→'] },
      { does: 'Resize the frame', keys: ['Shift+↑', 'Shift+→'] },
      { does: 'Apply', keys: ['Enter'] },
      { does: 'Undo', keys: ['Mod+Z'] },
    ],
  },
];
