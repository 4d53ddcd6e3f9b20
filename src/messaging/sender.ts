import type { Browser } from 'wxt/browser';
import type { PageKind } from './contract.ts';

const PAGES: Readonly<Record<string, PageKind>> = {
  '/popup.html': 'popup',
  '/sidepanel.html': 'sidepanel',
  '/app.html': 'app',
  '/options.html': 'options',
  '/welcome.html': 'welcome',
};

/**
 * Returns which of our pages sent a message; null for any other sender: another extension, a web page, a content
 * script, an unknown page of ours, or a frame inside a page.
 * @param own our id and the origin of our pages
 */
export function pageOfSender(
  sender: Browser.runtime.MessageSender,
  own: { id: string; origin: string },
): PageKind | null {
  if (sender.id !== own.id || sender.url === undefined) return null;
  if (sender.frameId !== undefined && sender.frameId !== 0) return null;
  const url = URL.parse(sender.url);
  if (url === null || `${url.protocol}//${url.host}` !== own.origin) return null;
  return PAGES[url.pathname] ?? null;
}
