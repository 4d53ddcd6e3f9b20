/** Every keyboard shortcut of the app, in one place: controls tell theirs from here, and the help lists them all. */

const onApple = /Mac|iP(hone|ad)/u.test(navigator.userAgent);

/** What opens the parts of the app from everywhere. */
export const APP_SHORTCUTS = { search: 'Mod+K', searchByOneKey: '/', quickAdd: 'Q', help: '?' } as const;

/** Of the editor, by the label of its tool. */
export const EDITOR_SHORTCUTS = {
  Bold: 'Mod+B',
  Italic: 'Mod+I',
  Strike: 'Mod+Shift+S',
  Link: 'Mod+K',
  Quote: 'Mod+Shift+B',
  Code: 'Mod+E',
  Bullet: 'Mod+Shift+8',
  Number: 'Mod+Shift+7',
  Indent: 'Tab',
  Outdent: 'Shift+Tab',
} as const;

/** What keys do, for the help. `Mod` is the command key of the machine. */
export interface Shortcut {
  does: string;
  /** One or more ways. */
  keys: readonly string[];
}

/** All of them, as the help shows them. */
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

/** The keys of a shortcut as they stand on this machine's keyboard. */
export function keysOf(shortcut: string): string[] {
  const names = onApple ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Escape: 'esc' } : { Mod: 'Ctrl', Escape: 'Esc' };
  return shortcut.split('+').map((key) => (names as Record<string, string>)[key] ?? key);
}

/** A shortcut in one line, for a tooltip. */
export function shortcutInWords(shortcut: string): string {
  return keysOf(shortcut).join(onApple ? '' : '+');
}

const TYPING =
  'textarea, select, [contenteditable="true"], [role="menu"], [role="application"],' +
  ' input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"], [type="submit"])';

/** Whether something lies over the page that the keys belong to. */
export function isPageCovered(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

/** Whether the machine's command key and the shortcut's letter were pressed, and nobody else took them. */
export function isCommandKey(event: KeyboardEvent, shortcut: string): boolean {
  const { key, defaultPrevented, ctrlKey, metaKey, shiftKey, altKey } = event;
  const [command, other] = onApple ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  const isWanted = `Mod+${key.toUpperCase()}` === shortcut && command && !other && !shiftKey && !altKey;
  return isWanted && !defaultPrevented;
}

/** Whether this one key was pressed, for the page: not while somebody types, nor under a dialog. */
export function isPlainKey(event: KeyboardEvent, shortcut: string): boolean {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (key.toUpperCase() !== shortcut || defaultPrevented || ctrlKey || metaKey || altKey) return false;
  return !(target instanceof Element && target.closest(TYPING) !== null) && !isPageCovered();
}
