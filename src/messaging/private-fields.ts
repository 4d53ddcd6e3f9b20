/** How the worker asks a page of ours which places of it to cover in a picture. */
import { browser } from 'wxt/browser';

const CHANNEL = 'gopath-private-fields';
const QUESTION = 'gopath-private-fields?';
const PATIENCE_MS = 1500;

/** A page of ours that does not say where is covered as a whole: it is wider than any screen. */
const EVERYTHING = [{ x: 0, y: 0, width: 32_000, height: 32_000 }];

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

function isAreas(value: unknown): value is Area[] {
  return (
    Array.isArray(value) &&
    value.length <= 300 &&
    value.every((area) =>
      ['x', 'y', 'width', 'height'].every((key) =>
        Number.isFinite((area as Area | null)?.[key as keyof Area]),
      ),
    )
  );
}

/** For pages of the extension itself. @returns the function that stops it */
export function answerPrivateFields(read: () => Area[]): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const ownTab = browser.tabs.getCurrent();
  async function answer() {
    channel.postMessage({ tabId: (await ownTab)?.id, areas: read() });
  }
  channel.addEventListener('message', ({ data }) => {
    if (data === QUESTION && document.visibilityState === 'visible') void answer();
  });
  return () => channel.close();
}

/** For the content script on the web app's pages. */
export function answerPrivateFieldsOfTab(read: () => Area[]) {
  browser.runtime.onMessage.addListener((message: unknown, sender: { id?: string }) =>
    message === QUESTION && sender.id === browser.runtime.id ? Promise.resolve(read()) : undefined,
  );
}

/** Several windows may show pages of ours: the one that is meant answers with the number of its tab. */
function askOwnPages(tabId: number | undefined): Promise<Area[]> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const finish = (areas: Area[]) => {
      clearTimeout(timer);
      channel.close();
      resolve(areas);
    };
    const timer = setTimeout(() => finish(EVERYTHING), PATIENCE_MS);
    channel.addEventListener('message', ({ data }) => {
      const answer = data as { tabId?: unknown; areas?: unknown } | null;
      if (tabId !== undefined && answer?.tabId === tabId && isAreas(answer.areas)) finish(answer.areas);
    });
    channel.postMessage(QUESTION);
  });
}

async function askContentScript(tabId: number): Promise<Area[] | null> {
  try {
    const areas: unknown = await browser.tabs.sendMessage(tabId, QUESTION);
    return isAreas(areas) ? areas : null;
  } catch {
    return null;
  }
}

/**
 * The places of a tab to cover; none for pages that are not ours.
 * @param server the address of our web app
 */
export async function askPrivateFields(tab: { id?: number; url?: string }, server: string): Promise<Area[]> {
  if (tab.url?.startsWith(`${location.origin}/`)) return askOwnPages(tab.id);
  const areas = tab.id === undefined ? null : await askContentScript(tab.id);
  // A tab that was open before the extension was installed, or of a server that was chosen later, has no script of ours.
  return areas ?? (tab.url?.startsWith(`${server}/`) ? EVERYTHING : []);
}
