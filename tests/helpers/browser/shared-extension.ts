import { EXTENSION_ID } from '#shared/session/extension.ts';
import { ExtensionBrowser } from './extension.ts';

/**
 * Deletes the data of a browser, closes its pages except one, and stops the worker. The cache of files and the browser's
 * settings stay.
 * @param server the server's address
 * @returns whether another test can use the browser: after the window of a sign-in no window is active, and no popup opens
 */
async function reset(extension: ExtensionBrowser, server: string): Promise<boolean> {
  const { context } = extension;
  const page = await context.newPage();
  await page.goto(ExtensionBrowser.BACKSTAGE);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  await extension.release();
  await page.evaluate(() => chrome.alarms.clearAll());
  // The worker's variables hold its pending work.
  await extension.killWorker();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: server, storageTypes: 'all' });
  await session.send('Storage.clearDataForOrigin', {
    origin: `chrome-extension://${EXTENSION_ID}`,
    storageTypes: 'local_storage,indexeddb,cache_storage',
  });
  await session.detach();
  await context.clearCookies();
  return page.evaluate(async () => {
    await chrome.storage.local.clear();
    await chrome.storage.session.clear();
    await chrome.action.setBadgeText({ text: '' });
    return (await chrome.windows.getAll()).some(({ focused }) => focused);
  });
}

/** A browser with the extension that the tests of a Playwright worker use one after the other. */
export class SharedBrowser {
  readonly #launch: () => Promise<ExtensionBrowser>;
  #browser: ExtensionBrowser | undefined;

  constructor(launch: () => Promise<ExtensionBrowser>) {
    this.#launch = launch;
  }

  /** Returns the browser, and launches it if needed. */
  async open(): Promise<ExtensionBrowser> {
    await this.#browser?.wakeWorker();
    this.#browser ??= await this.#launch();
    return this.#browser;
  }

  /** Prepares the browser for the next test, or closes it if that is not possible. */
  async reset(server: string) {
    if (this.#browser !== undefined && !(await reset(this.#browser, server))) await this.close();
  }

  async close() {
    await this.#browser?.close();
    this.#browser = undefined;
  }
}
