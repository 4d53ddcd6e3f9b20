import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Browser } from 'wxt/browser';

const OWN = 'chrome-extension://gopath';
vi.stubGlobal('__DEFAULT_SERVER__', 'https://gopath.example');
vi.stubGlobal('location', { origin: OWN, protocol: 'chrome-extension:' });
vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
const { captureReport, registerReports } = await import('./reports.ts');
const { publish } = await import('#src/messaging/published.ts');
const { deleteCapture, takeCapture } = await import('#src/transport/report-outbox.ts');

const PAGE = 'https://bank.example/account/';
const REPORT = `${OWN}/app.html#/bug_reports/new/`;
const tab = { id: 1, windowId: 1, url: PAGE } as Browser.tabs.Tab;

/** Opens a tab with an address. */
const open = vi.fn<(tab: { url: string }) => Promise<Browser.tabs.Tab>>();
/** Captures the visible tab. */
const captureTab = vi.fn<() => Promise<string>>();

beforeEach(async () => {
  fakeBrowser.reset();
  await deleteCapture();
  open.mockReset().mockResolvedValue(tab);
  captureTab.mockReset().mockResolvedValue('data:image/png;base64,AAAA');
  const listened = { addListener: () => undefined };
  Object.assign(fakeBrowser.tabs, {
    create: open,
    captureVisibleTab: captureTab,
    sendMessage: () => Promise.reject(new Error('no content script')),
  });
  Object.assign(fakeBrowser, { contextMenus: { onClicked: listened }, commands: { onCommand: listened } });
});

/** Reports a bug. @returns the id of the capture in the address of the opened report; null without one */
async function report(page = PAGE) {
  await captureReport({ ...tab, url: page });
  const url = open.mock.lastCall?.[0].url ?? '';
  expect(url.replace(/\?.*/, '')).toBe(REPORT);
  return new URLSearchParams(url.split('?')[1]).get('capture');
}

async function countCaptures() {
  const db = await openDB('gopath-captures');
  const count = await db.count('captures');
  db.close();
  return count;
}

it('only the report that was opened for a capture can take it, once', async () => {
  const id = (await report()) ?? '';
  expect(await takeCapture('latest')).toBeNull();
  expect(await takeCapture(id)).toMatchObject({ masks: [] });
  expect(await takeCapture(id)).toBeNull();
});

it.each([
  ['https://gopath.example/users/3/?tab=notes#top', 'https://gopath.example/users/3/'],
  ['https://bank.example/reset/secret-token/?q=1', 'https://bank.example'],
  ['https://gopath.example.bank.example/account/', 'https://gopath.example.bank.example'],
  ['chrome://version/', ''],
])('a report has the path of our own pages, and only the origin of others: %s', async (page, stored) => {
  expect(await takeCapture((await report(page)) ?? '')).toMatchObject({ page: stored });
});

it('the report of a page that cannot be captured has no screenshot, and deletes the unused one', async () => {
  await report();
  captureTab.mockRejectedValue(new Error('a page of the browser'));
  expect(await report()).toBeNull();
  expect(await countCaptures()).toBe(0);
});

it('an unused capture is deleted when the session ends', async () => {
  registerReports();
  await publish('signIn', { status: 'in', subject: 'elena' });
  await report();
  expect(await countCaptures()).toBe(1);
  await publish('signIn', { status: 'out', reason: 'Your session has ended.' });
  await vi.waitFor(async () => expect(await countCaptures()).toBe(0));
});

it('captures again after the database could not be opened', async () => {
  vi.resetModules();
  (await openDB('gopath-newer', 2)).close();
  const openDatabase = indexedDB.open.bind(indexedDB);
  const opened = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => openDatabase('gopath-newer', 1));
  const fresh = await import('./reports.ts');
  await fresh.captureReport({ ...tab, url: PAGE });
  expect(open.mock.lastCall?.[0].url).toBe(REPORT);
  await fresh.captureReport({ ...tab, url: PAGE });
  expect(open.mock.lastCall?.[0].url).toContain('?capture=');
  opened.mockRestore();
});
