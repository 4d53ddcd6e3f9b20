/** How the worker asks our pages which areas to mask in a screenshot. */
import { browser } from 'wxt/browser';

const CHANNEL = 'gopath-private-fields';
const QUESTION = 'gopath-private-fields?';
const TIMEOUT_MS = 1500;

/** An area larger than any screen, which masks one of our pages that does not respond. */
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

/** Answers the worker on an extension page. @returns a function that stops it */
export function handlePrivateFields(read: () => Area[]): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const ownTab = browser.tabs.getCurrent();
  async function respond() {
    channel.postMessage({ tabId: (await ownTab)?.id, areas: read() });
  }
  channel.addEventListener('message', ({ data }) => {
    if (data === QUESTION && document.visibilityState === 'visible') void respond();
  });
  return () => channel.close();
}

/** Answers the worker in the content script on the web app's pages. */
export function handleTabPrivateFields(read: () => Area[]) {
  browser.runtime.onMessage.addListener((message: unknown, sender: { id?: string }) =>
    message === QUESTION && sender.id === browser.runtime.id ? Promise.resolve(read()) : undefined,
  );
}

/** Requests the areas of our own pages. Several windows can show them: only the one with this tab id responds. */
function requestFromOwnPages(tabId: number | undefined): Promise<Area[]> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const finish = (areas: Area[]) => {
      clearTimeout(timer);
      channel.close();
      resolve(areas);
    };
    const timer = setTimeout(() => finish(EVERYTHING), TIMEOUT_MS);
    channel.addEventListener('message', ({ data }) => {
      const response = data as { tabId?: unknown; areas?: unknown } | null;
      if (tabId !== undefined && response?.tabId === tabId && isAreas(response.areas)) finish(response.areas);
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
 * Returns the areas of a tab to mask; none for pages that are not ours.
 * @param server the address of our web app
 */
export async function requestPrivateFields(
  tab: { id?: number; url?: string },
  server: string,
): Promise<Area[]> {
  if (tab.url?.startsWith(`${location.origin}/`)) return requestFromOwnPages(tab.id);
  const areas = tab.id === undefined ? null : await askContentScript(tab.id);
  // A tab opened before the extension was installed or the server was changed has no content script.
  return areas ?? (tab.url?.startsWith(`${server}/`) ? EVERYTHING : []);
}
