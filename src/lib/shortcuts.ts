/** The keyboard shortcuts that controls show and the page listens to; `src/app/search/shortcut-list.ts` lists all. */

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

/** The keys of a shortcut as labelled on this device's keyboard. */
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

/** Whether this one key was pressed, for the page: not while the person types, nor under a dialog. */
export function isPlainKey(event: KeyboardEvent, shortcut: string): boolean {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (key.toUpperCase() !== shortcut || defaultPrevented || ctrlKey || metaKey || altKey) return false;
  return !(target instanceof Element && target.closest(TYPING) !== null) && !isPageCovered();
}
