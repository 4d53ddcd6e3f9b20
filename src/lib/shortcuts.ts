/**
 * The keyboard shortcuts of all pages, and how keys are shown and read. `src/app/search/shortcut-list.ts` lists all
 * shortcuts.
 */

const onApple = /Mac|iP(hone|ad)/u.test(navigator.userAgent);

/** The global shortcuts. */
export const APP_SHORTCUTS = { search: 'Mod+K', searchByOneKey: '/', quickAdd: 'Q', help: '?' } as const;

/** Returns the keys of a shortcut as labeled on this device's keyboard. */
export function keysOf(shortcut: string): string[] {
  const names = onApple ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', Escape: 'esc' } : { Mod: 'Ctrl', Escape: 'Esc' };
  return shortcut.split('+').map((key) => (names as Record<string, string>)[key] ?? key);
}

/** Formats a shortcut for a tooltip. */
export function shortcutText(shortcut: string): string {
  return keysOf(shortcut).join(onApple ? '' : '+');
}

const TYPING =
  'textarea, select, [contenteditable="true"], [role="menu"], [role="application"],' +
  ' input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"], [type="submit"])';

/** Returns whether the element uses key presses itself: it is a text field or a list. */
export function isTypingIn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** Returns whether a dialog or menu covers the page. */
export function isPageCovered(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}

/** Returns whether Ctrl or Cmd and the shortcut's letter were pressed and not handled yet. */
export function isCommandKey(event: KeyboardEvent, shortcut: string): boolean {
  const { key, defaultPrevented, ctrlKey, metaKey, shiftKey, altKey } = event;
  const [command, other] = onApple ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  const isWanted = `Mod+${key.toUpperCase()}` === shortcut && command && !other && !shiftKey && !altKey;
  return isWanted && !defaultPrevented;
}

/** Returns whether this single key was pressed for the page: not while the person types or a dialog is open. */
export function isPlainKey(event: KeyboardEvent, shortcut: string): boolean {
  const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (key.toUpperCase() !== shortcut || defaultPrevented || ctrlKey || metaKey || altKey) return false;
  return !isTypingIn(target) && !isPageCovered();
}
