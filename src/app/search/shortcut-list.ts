import { APP_SHORTCUTS, EDITOR_SHORTCUTS } from '#src/lib/shortcuts.ts';

/** What keys do, for the help. `Mod` is the command key of the machine. */
export interface Shortcut {
  does: string;
  /** One or more ways. */
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
      { does: 'Close what is open', keys: ['Escape'] },
    ],
  },
  {
    title: 'In the search',
    shortcuts: [
      { does: 'Next or previous', keys: ['↓', '↑'] },
      { does: 'Next or previous group', keys: ['Alt+↓', 'Alt+↑'] },
      { does: 'First or last', keys: ['Home', 'End'] },
      { does: 'Open', keys: ['Enter'] },
    ],
  },
  {
    title: 'Tasks and rows that can be moved',
    shortcuts: [
      { does: 'Pick up, then put down', keys: ['Space'] },
      { does: 'Move what is picked up', keys: ['↓', '↑'] },
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
    title: 'The picture of a bug report',
    shortcuts: [
      { does: 'Move the frame', keys: ['←', '↑', '↓', '→'] },
      { does: 'Change its size', keys: ['Shift+↑', 'Shift+→'] },
      { does: 'Apply', keys: ['Enter'] },
      { does: 'Undo', keys: ['Mod+Z'] },
    ],
  },
];
