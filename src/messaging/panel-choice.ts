/** The meeting that the popup asks the side panel of its window to show. Stored in memory, until the browser closes. */
import { browser } from 'wxt/browser';

/** Each window has its own panel. */
function keyOf(windowId: number | undefined): string {
  return `panelMeeting.${windowId}`;
}

/** Asks the panel of a window, open or about to open, to show this meeting's note. */
export async function chooseMeeting(simplybookId: number, windowId: number): Promise<void> {
  // The time makes a repeated request a new value.
  await browser.storage.session.set({ [keyOf(windowId)]: { simplybookId, at: Date.now() } });
}

/**
 * Calls back with each meeting that the panel of this window is asked to show, also before it opened.
 * @returns a function that stops it
 */
export function onChosenMeeting(listener: (simplybookId: number) => void): () => void {
  const ownKey = browser.windows.getCurrent().then(({ id }) => keyOf(id));
  let isStopped = false;
  const take = async () => {
    const key = await ownKey;
    const requested = (await browser.storage.session.get(key))[key] as { simplybookId: number } | undefined;
    if (requested === undefined || isStopped) return;
    listener(requested.simplybookId);
    await browser.storage.session.remove(key);
  };
  const onChanged = (_changes: unknown, area: string) => {
    if (area === 'session') void take();
  };
  browser.storage.onChanged.addListener(onChanged);
  void take();
  return () => {
    isStopped = true;
    browser.storage.onChanged.removeListener(onChanged);
  };
}
