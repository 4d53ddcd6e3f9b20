/** How the worker asks a page of ours which places of it to cover in a picture. */
import { browser } from 'wxt/browser';

const CHANNEL = 'gopath-private-fields';
const QUESTION = 'gopath-private-fields?';
const PATIENCE_MS = 250;

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
  channel.addEventListener('message', ({ data }) => {
    if (data !== QUESTION || document.visibilityState !== 'visible') return;
    channel.postMessage({ url: location.href, areas: read() });
  });
  return () => channel.close();
}

/** For the content script on the web app's pages. */
export function answerPrivateFieldsOfTab(read: () => Area[]) {
  browser.runtime.onMessage.addListener((message: unknown, sender: { id?: string }) =>
    message === QUESTION && sender.id === browser.runtime.id ? Promise.resolve(read()) : undefined,
  );
}

function askOwnPages(url: string): Promise<Area[]> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const finish = (areas: Area[]) => {
      clearTimeout(timer);
      channel.close();
      resolve(areas);
    };
    const timer = setTimeout(() => finish([]), PATIENCE_MS);
    channel.addEventListener('message', ({ data }) => {
      const answer = data as { url?: unknown; areas?: unknown } | null;
      if (answer?.url === url && isAreas(answer.areas)) finish(answer.areas);
    });
    channel.postMessage(QUESTION);
  });
}

/** The places of a tab to cover; none for pages that are not ours. */
export async function askPrivateFields(tab: { id?: number; url?: string }): Promise<Area[]> {
  if (tab.url?.startsWith(`${location.origin}/`)) return askOwnPages(tab.url);
  if (tab.id === undefined) return [];
  try {
    const areas: unknown = await browser.tabs.sendMessage(tab.id, QUESTION);
    return isAreas(areas) ? areas : [];
  } catch {
    return [];
  }
}
