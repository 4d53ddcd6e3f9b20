/** The meeting that another surface asks the side panel to show. Stored in memory, until the browser closes. */
import { browser } from 'wxt/browser';

const KEY = 'panelMeeting';

/** Asks the panel, open or about to open, to show this meeting's note. */
export async function chooseMeeting(simplybookId: number): Promise<void> {
  // The time makes a repeated request a new value.
  await browser.storage.session.set({ [KEY]: { simplybookId, at: Date.now() } });
}

/** Reads and removes the requested meeting. */
export async function takeChosenMeeting(): Promise<number | null> {
  const stored = (await browser.storage.session.get(KEY))[KEY] as { simplybookId: number } | undefined;
  if (stored === undefined) return null;
  await browser.storage.session.remove(KEY);
  return stored.simplybookId;
}

/** Calls back with each requested meeting while the panel is open. @returns a function that stops it */
export function onChosenMeeting(listener: (simplybookId: number) => void): () => void {
  const onChanged = (changes: Record<string, { newValue?: unknown }>, area: string) => {
    const requested = area === 'session' ? changes[KEY]?.newValue : undefined;
    if (requested === undefined) return;
    listener((requested as { simplybookId: number }).simplybookId);
    void browser.storage.session.remove(KEY);
  };
  browser.storage.onChanged.addListener(onChanged);
  return () => browser.storage.onChanged.removeListener(onChanged);
}
