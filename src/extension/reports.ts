import { browser, type Browser } from 'wxt/browser';
import { requestPrivateFields } from '#src/messaging/private-fields.ts';
import { onPublished, readPublished } from '#src/messaging/published.ts';
import { paths } from '#shared/kernel/paths.ts';
import { deleteCapture, deliverReports, storeCapture } from '#src/transport/report-outbox.ts';
import { openAppPage } from './open-app-page.ts';
import { openRequests } from './requests.ts';

const MENU_ITEM = 'report-bug';

/** The name of the shortcut in the manifest. */
const COMMAND = 'report-bug';

function toBlob(dataUrl: string): Blob {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (char) => char.charCodeAt(0));
  return new Blob([bytes], { type: 'image/png' });
}

/**
 * Returns the address of a tab without its query. Pages of the extension have their path after a hash. A path of
 * another website can be private, such as the link to reset a password: only its origin is returned.
 * @param server the address of the web app
 */
function pageOf(address: string | undefined, server: string): string {
  const url = address === undefined ? null : URL.parse(address);
  if (url === null) return '';
  if (address?.startsWith(`${location.origin}/`)) return url.hash.slice(1).replace(/[?#].*$/, '');
  if (url.origin === server) return server + url.pathname;
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : '';
}

/** Captures the visible tab; replaces an earlier capture. @returns its id; null if the page cannot be captured */
async function captureTab(tab: Browser.tabs.Tab | undefined): Promise<string | null> {
  try {
    await deleteCapture();
    if (tab?.windowId === undefined) return null;
    const server = await readPublished('server');
    const [picture, masks] = await Promise.all([
      browser.tabs.captureVisibleTab(tab.windowId, { format: 'png' }),
      requestPrivateFields(tab, server),
    ]);
    return await storeCapture({ picture: toBlob(picture), page: pageOf(tab.url, server), masks });
  } catch {
    return null;
  }
}

/**
 * Captures the visible tab and opens a new bug report, the only page that can take the capture. Some pages of the
 * browser cannot be captured; the report then has no screenshot.
 */
export async function captureReport(given?: Browser.tabs.Tab): Promise<void> {
  const tab = given ?? (await browser.tabs.query({ active: true, lastFocusedWindow: true }))[0];
  const id = await captureTab(tab);
  const search = id === null ? '' : `?capture=${id}`;
  await openAppPage(paths.newBugReport + search);
}

/** Sends the unsent bug reports of the signed-in person. */
export async function sendReports(): Promise<void> {
  if ((await readPublished('signIn')).status === 'in') await deliverReports(await openRequests());
}

/**
 * Registers the menu entry and the shortcut, and deletes an unused capture when a session ends. Call it synchronously
 * when the worker starts.
 */
export function registerReports() {
  browser.contextMenus.onClicked.addListener((info, tab) => {
    if (info.menuItemId === MENU_ITEM) void captureReport(tab);
  });
  browser.commands.onCommand.addListener((command, tab) => {
    if (command === COMMAND) void captureReport(tab);
  });
  onPublished('signIn', ({ status }) => {
    if (status === 'out') void deleteCapture();
  });
}

/** Adds the entry to the context menu. Call it when the extension is installed or updated. */
export function createReportMenu() {
  browser.contextMenus.create({
    id: MENU_ITEM,
    title: 'Report a bug in GoPath',
    contexts: ['page', 'action'],
  });
}
