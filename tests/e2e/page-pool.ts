/**
 * Pages that the tests of a worker share, one test after the other. A new page starts two processes and compiles the
 * app's code, which takes as much CPU time as the rest of a short test; a used page still has both.
 */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** The size of pages and their settings, as in playwright.config.ts. */
const VIEWPORT = { width: 1280, height: 800 };
const MEDIA = { media: null, colorScheme: 'light', reducedMotion: 'reduce', forcedColors: null } as const;

/** An empty page of the server's origin. */
const BLANK = '/blank';
/** As the app's own: with other values the browser would start another process for the app. */
const BLANK_HEADERS = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' };

/** Uses after which a page is closed, so that its memory does not grow. */
const MAX_USES = 40;

interface PooledPage {
  page: Page;
  /** The address of its server, which owns its storage. */
  origin: string;
  devtools: CDPSession;
  uses: number;
  /** False after a change that cannot be undone, such as a script for each document. */
  isReusable: boolean;
  /** Removes the listeners that the test added. */
  removeListeners: () => void;
}

export interface ContextOptions {
  url: string;
  colorScheme?: 'light' | 'dark';
  serviceWorkers?: 'allow' | 'block';
  savesData?: boolean;
}

/**
 * Makes the pages of a browser believe that the person saves data. Otherwise each page that is open for three seconds
 * without a service worker loads the code of all others, 200 files, which takes more CPU time than most tests.
 */
export async function saveData(context: BrowserContext) {
  await context.addInitScript(() => {
    const { connection } = navigator as Navigator & { connection: object };
    Object.defineProperty(connection, 'saveData', { get: () => true });
  });
}

/** Opens a separate browser of one person. */
export async function openContext(
  browser: Browser,
  { url, colorScheme = 'light', serviceWorkers = 'block', savesData = true }: ContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: VIEWPORT,
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    colorScheme,
    serviceWorkers,
  });
  if (savesData) await saveData(context);
  return context;
}

/** Shows an empty page of the server's origin, without a request. */
export async function openBlank(page: Page) {
  await page.route(BLANK, (route) => route.fulfill({ contentType: 'text/html', headers: BLANK_HEADERS }), {
    times: 1,
  });
  await page.goto(BLANK);
}

/** Calls `onCall` before each call of these methods. */
function observe<Target extends object>(
  target: Target,
  names: readonly (keyof Target)[],
  onCall: (...args: unknown[]) => void,
) {
  for (const name of names) {
    const method = target[name] as (...args: unknown[]) => unknown;
    const value = (...args: unknown[]) => {
      onCall(...args);
      return method.apply(target, args);
    };
    Object.defineProperty(target, name, { value });
  }
}

/** Records the listeners that are added from now on. @returns a function that removes them */
function recordListeners(target: Page | BrowserContext): () => void {
  const added: [event: string, listener: () => void][] = [];
  observe(target, ['on', 'once'], (event, listener) =>
    added.push([event, listener] as (typeof added)[number]),
  );
  return () => {
    for (const [event, listener] of added.splice(0))
      (target as unknown as NodeJS.EventEmitter).off(event, listener);
  };
}

/** The pages of a worker. */
export class PagePool {
  readonly #browser: Browser;
  readonly #free: PooledPage[] = [];
  readonly #taken = new Map<Page, PooledPage>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Returns an empty page of the server, in a browser without data. */
  async take(url: string): Promise<Page> {
    const index = this.#free.findIndex(({ origin }) => origin === url);
    const pooled = index >= 0 ? this.#free.splice(index, 1)[0] : undefined;
    const taken = pooled ?? (await this.#open(url));
    taken.uses += 1;
    this.#taken.set(taken.page, taken);
    return taken.page;
  }

  async #open(url: string): Promise<PooledPage> {
    const context = await openContext(this.#browser, { url });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await openBlank(page);
    const removers = [recordListeners(page), recordListeners(context)];
    const pooled: PooledPage = {
      page,
      origin: url,
      devtools,
      uses: 0,
      isReusable: true,
      removeListeners: () => removers.forEach((remove) => remove()),
    };
    const forbidReuse = () => {
      pooled.isReusable = false;
    };
    observe(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession'], forbidReuse);
    observe(context, ['grantPermissions', 'setExtraHTTPHeaders', 'setGeolocation'], forbidReuse);
    observe(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], forbidReuse);
    observe(page, ['addInitScript', 'exposeBinding', 'exposeFunction', 'addLocatorHandler'], forbidReuse);
    return pooled;
  }

  /**
   * Ends the use of a page by a test: keeps it for the next one, or closes it with its browser.
   * @param options.hasFailed whether the test failed: then nothing is known about the page
   */
  async release(page: Page, { hasFailed }: { hasFailed: boolean }): Promise<void> {
    const pooled = this.#taken.get(page);
    this.#taken.delete(page);
    if (hasFailed || !pooled?.isReusable || page.isClosed() || pooled.uses >= MAX_USES) {
      await page.context().close();
      return;
    }
    await this.#reset(pooled);
    this.#free.push(pooled);
  }

  /** Undoes what a test did to a page and its browser, and deletes its data. */
  async #reset({ page, origin, devtools, removeListeners }: PooledPage): Promise<void> {
    const context = page.context();
    removeListeners();
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    // Before the data is deleted: a page that is left stores its unsaved changes.
    await openBlank(page);
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = '';
    });
    await context.clearCookies();
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await devtools.send('Page.resetNavigationHistory');
    await page.emulateMedia(MEDIA);
    await page.setViewportSize(VIEWPORT);
    await page.mouse.move(-1, -1);
  }
}
