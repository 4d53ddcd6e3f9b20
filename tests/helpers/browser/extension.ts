/** The built extension in a separate real Chromium, with its real popup and side panel. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type BrowserContext,
  type Browser,
  chromium,
  expect,
  type Page,
  type Worker,
} from '@playwright/test';
import { EXTENSION_ID } from '#shared/session/extension.ts';
import { CHROMIUM_ARGS, SHORT_PAGES } from '../../../playwright.config.ts';
import { SignInPage } from '../../pages/sign-in.ts';
import { grant, unpackFor } from './extension-build.ts';
import { WorkerInspector } from './extension-worker.ts';
import { getFreePort } from '../server/free-port.ts';
import type { TokenResponse } from '../server/sign-in.ts';

export type ExtensionPage = 'popup' | 'sidepanel' | 'app' | 'options' | 'welcome';

function isOurs(worker: Worker): boolean {
  return worker.url().includes(EXTENSION_ID);
}

/** Browser events that tests cannot cause: see `dispatch`. */
export type BrowserEvent = 'menu' | 'shortcut';

/** A browser with the extension installed, for one test at a time. */
export class ExtensionBrowser {
  static readonly BACKSTAGE = `chrome-extension://${EXTENSION_ID}/manifest.json`;
  readonly context: BrowserContext;
  readonly #port: number;
  readonly #folders: string[];
  /** Additional connections: only these see the real popup and side panel that are open when they are made. */
  readonly #inspectors: Browser[] = [];
  readonly #watchers: ((page: Page) => void)[] = [];

  constructor(context: BrowserContext, port: number, folders: string[]) {
    this.context = context;
    this.#port = port;
    this.#folders = folders;
  }

  static url(page: ExtensionPage, hash = ''): string {
    return `chrome-extension://${EXTENSION_ID}/${page}.html${hash}`;
  }

  /**
   * @param extra folders of other extensions
   * @param granted optional permissions that are granted
   * @param prepare changes the unpacked copy before the browser loads it
   */
  static async launch(
    server: string,
    {
      extra = [],
      granted = [],
      prepare,
    }: { extra?: string[]; granted?: string[]; prepare?: (folder: string) => void } = {},
  ): Promise<ExtensionBrowser> {
    const folder = mkdtempSync(path.join(tmpdir(), 'gopath-extension-'));
    const profile = mkdtempSync(path.join(tmpdir(), 'gopath-profile-'));
    unpackFor(server, 'chrome-mv3', folder);
    if (granted.length > 0) grant(folder, granted);
    prepare?.(folder);
    const port = await getFreePort();
    const loaded = [folder, ...extra].join(',');
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      headless: true,
      channel: 'chromium',
      locale: 'en-US',
      timezoneId: 'America/Los_Angeles',
      viewport: { width: 1280, height: 800 },
      args: [
        ...CHROMIUM_ARGS,
        SHORT_PAGES,
        `--remote-debugging-port=${port}`,
        `--disable-extensions-except=${loaded}`,
        `--load-extension=${loaded}`,
      ],
    });
    if (!context.serviceWorkers().some(isOurs)) {
      await context.waitForEvent('serviceworker', { predicate: isOurs });
    }
    const browser = new ExtensionBrowser(context, port, [folder, profile]);
    // Tests that wait for a new page would otherwise get this one.
    await browser.welcome();
    return browser;
  }

  /** Calls back with each page of this browser, including the real popup and panel. */
  onPage(watcher: (page: Page) => void) {
    this.#watchers.push(watcher);
    this.context.pages().forEach(watcher);
    this.context.on('page', watcher);
  }

  /** Opens an extension page in a tab. */
  async open(page: ExtensionPage, hash = ''): Promise<Page> {
    const opened = await this.context.newPage();
    await opened.goto(ExtensionBrowser.url(page, hash));
    return opened;
  }

  /** Opens a document of the extension's origin that is not one of its pages, for access to browser APIs. */
  async backstage(): Promise<Page> {
    const open = this.context.pages().find((page) => page.url() === ExtensionBrowser.BACKSTAGE);
    if (open !== undefined) return open;
    const page = await this.context.newPage();
    await page.goto(ExtensionBrowser.BACKSTAGE);
    return page;
  }

  /** Returns the real popup or side panel, which is outside of the tabs. */
  async surface(kind: 'popup' | 'sidepanel'): Promise<Page> {
    const address = ExtensionBrowser.url(kind);
    await expect.poll(() => this.#isOpen(kind), { message: `the real ${kind} is open` }).toBe(true);
    // A connection made while the page starts loading can see the empty document before it, or wait forever. Reconnect
    // until React has rendered.
    for (let attempt = 1; ; attempt += 1) {
      const inspector = await chromium.connectOverCDP(`http://127.0.0.1:${this.#port}`);
      const pages = inspector.contexts().flatMap((context) => context.pages());
      const page = pages.find((candidate) => candidate.url() === address);
      const rendered = page?.locator('#root > *').first().waitFor({ state: 'attached', timeout: 10_000 });
      const isAttached = await rendered?.then(
        () => true,
        () => false,
      );
      if (page !== undefined && isAttached === true) {
        this.#inspectors.push(inspector);
        // This page does not get the options of the other pages, which have no motion.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        for (const watcher of this.#watchers) watcher(page);
        return page;
      }
      await inspector.close();
      expect(attempt, `attempts to attach to the real ${kind}`).toBeLessThan(6);
    }
  }

  async #targets(kind: 'popup' | 'sidepanel'): Promise<{ id: string }[]> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/json/list`);
    const targets = (await answer.json()) as { id: string; url: string }[];
    return targets.filter(({ url }) => url === ExtensionBrowser.url(kind));
  }

  async #isOpen(kind: 'popup' | 'sidepanel'): Promise<boolean> {
    return (await this.#targets(kind)).length > 0;
  }

  /** Sets on which sites the extension can run, as the person does in the browser's settings. */
  async setSiteAccess(hostAccess: 'ON_CLICK' | 'ON_ALL_SITES') {
    const settings = await this.context.newPage();
    await settings.goto('chrome://extensions');
    await settings.evaluate(
      async ([extensionId, access]) => {
        const { developerPrivate } = chrome as unknown as {
          developerPrivate: { updateExtensionConfiguration(update: object): Promise<void> };
        };
        await developerPrivate.updateExtensionConfiguration({ extensionId, hostAccess: access });
      },
      [EXTENSION_ID, hostAccess] as const,
    );
    await settings.close();
  }

  /** Clicks the toolbar button, as far as tests can. */
  async openPopup(): Promise<Page> {
    await (await this.backstage()).evaluate(() => chrome.action.openPopup());
    return this.surface('popup');
  }

  /** The extension's worker. After `killWorker` it must have been started again. */
  get worker(): Worker {
    return this.context.serviceWorkers().find(isOurs) as Worker;
  }

  /**
   * Chooses an entry of the context menu or presses a shortcut, as far as tests can: neither Playwright nor CDP reaches
   * the browser's menus and shortcuts in headless Chromium. A real click in one of our pages messages the worker, which
   * then acts within a user gesture and dispatches the browser's event with the clicked tab to our listeners. Not
   * tested: that the browser shows the entry and handles the keys.
   */
  async dispatch(event: BrowserEvent, name: string) {
    await this.worker.evaluate(() => {
      const state = globalThis as unknown as { takesDispatch?: true };
      if (state.takesDispatch) return;
      state.takesDispatch = true;
      type Dispatch = { dispatch(...args: unknown[]): void };
      chrome.runtime.onMessage.addListener((message: { dispatch?: string; name?: string }, sender) => {
        if (message.dispatch === 'menu') {
          (chrome.contextMenus.onClicked as unknown as Dispatch).dispatch(
            { menuItemId: message.name },
            sender.tab,
          );
        } else if (message.dispatch === 'shortcut') {
          (chrome.commands.onCommand as unknown as Dispatch).dispatch(message.name, sender.tab);
        }
      });
    });
    const backstage = await this.backstage();
    await backstage.bringToFront();
    await backstage.evaluate(
      (message) => {
        document.addEventListener('click', () => void chrome.runtime.sendMessage(message), { once: true });
      },
      { dispatch: event, name },
    );
    await backstage.mouse.click(20, 20);
  }

  /** Returns the page that opens after the installation. */
  async welcome(): Promise<Page> {
    const find = () => this.context.pages().find((page) => page.url() === ExtensionBrowser.url('welcome'));
    await expect.poll(() => find() !== undefined, { message: 'the welcome page is open' }).toBe(true);
    return find() as Page;
  }

  /** Closes the real popup or panel with its close button. */
  async closeSurface(kind: 'popup' | 'sidepanel') {
    const page = await this.surface(kind);
    await page.evaluate(() => window.close()).catch(() => undefined);
    await expect.poll(() => this.#isOpen(kind)).toBe(false);
  }

  /** Forgets the watchers, and closes the real popup and side panel, if they are open. */
  async release() {
    for (const watcher of this.#watchers.splice(0)) this.context.off('page', watcher);
    for (const inspector of this.#inspectors.splice(0)) await inspector.close();
    for (const kind of ['popup', 'sidepanel'] as const) {
      for (const { id } of await this.#targets(kind)) {
        await fetch(`http://127.0.0.1:${this.#port}/json/close/${id}`);
      }
      await expect.poll(() => this.#isOpen(kind)).toBe(false);
    }
  }

  /** Returns the tokens, which only the extension can read. */
  async tokens(): Promise<{ access: string | undefined; refresh: string | undefined }> {
    const backstage = await this.backstage();
    return backstage.evaluate(async () => {
      const { 'secret.session': session } = await chrome.storage.local.get('secret.session');
      const { 'secret.access': access } = await chrome.storage.session.get('secret.access');
      return {
        access: (access as { token: string } | undefined)?.token,
        refresh: (session as { refreshToken: string } | undefined)?.refreshToken,
      };
    });
  }

  /** Starts the worker, if it does not run. */
  async wakeWorker() {
    const backstage = await this.backstage();
    await backstage.evaluate(() => chrome.runtime.sendMessage({ gopath: 'wake' }));
  }

  /** Returns the developer tools of the running worker, and starts one if needed. */
  async inspectWorker(): Promise<WorkerInspector> {
    await this.wakeWorker();
    return WorkerInspector.attach(this.#port);
  }

  /**
   * Makes an alarm fire now; unpacked extensions have no minimum delay. A worker that still handles an earlier event
   * can delete our alarm, or replace it by its own next one: then ours is set again.
   */
  async ring(alarm: string) {
    const backstage = await this.backstage();
    await backstage.evaluate(async (name) => {
      let hasRung = false;
      const rings = new Promise<void>((resolve) => {
        const onAlarm = (rung: chrome.alarms.Alarm) => {
          if (rung.name !== name) return;
          chrome.alarms.onAlarm.removeListener(onAlarm);
          hasRung = true;
          resolve();
        };
        chrome.alarms.onAlarm.addListener(onAlarm);
      });
      await chrome.alarms.create(name, { when: Date.now() });
      for (;;) {
        await Promise.race([rings, new Promise((resolve) => setTimeout(resolve, 1000))]);
        if (hasRung) return;
        const planned = await chrome.alarms.get(name);
        if (planned === undefined || planned.scheduledTime > Date.now()) {
          await chrome.alarms.create(name, { when: Date.now() });
        }
      }
    }, alarm);
  }

  async badge(): Promise<string> {
    return (await this.backstage()).evaluate(() => chrome.action.getBadgeText({}));
  }

  /** Returns whether a surface has cached responses for its next opening, and whether they contain a text. */
  async hasCache(surface: 'popup' | 'panel', text = ''): Promise<boolean> {
    const key = `cache.${surface}`;
    const stored = await (await this.backstage()).evaluate((name) => chrome.storage.local.get(name), key);
    return key in stored && JSON.stringify(stored).includes(text);
  }

  /** Sends a message to our worker from another installed extension (tests/helpers/browser/stranger-extension). */
  async askAsStranger(message: unknown): Promise<string> {
    const isStranger = (worker: Worker) => worker.url().endsWith('/worker.js');
    const worker =
      this.context.serviceWorkers().find(isStranger) ??
      (await this.context.waitForEvent('serviceworker', { predicate: isStranger }));
    return worker.evaluate(
      ([id, sent]) =>
        (globalThis as unknown as { askGoPath(id: string, message: unknown): Promise<string> }).askGoPath(
          id as string,
          sent,
        ),
      [EXTENSION_ID, message] as const,
    );
  }

  /** Stores a sign-in, as the worker does after the provider's pages. */
  async storeSignIn(server: string, tokens: TokenResponse) {
    expect(await this.tokens(), 'the extension is signed out').toEqual({});
    const payload = Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString();
    const { sub: subject } = JSON.parse(payload) as { sub: string };
    const session = {
      server,
      subject,
      refreshToken: tokens.refresh_token,
      tokenEndpoint: `${server}/oidc/token`,
      clientId: 'gopath-extension',
    };
    const expiresAt = Date.now() + tokens.expires_in * 1000;
    const access = { server, subject, token: tokens.access_token, expiresAt };
    const backstage = await this.backstage();
    await backstage.evaluate(
      async (stored) => {
        await chrome.storage.local.set({ 'secret.session': stored.session });
        await chrome.storage.session.set({ 'secret.access': stored.access });
        await chrome.storage.local.set({ signIn: { status: 'in', subject: stored.session.subject } });
      },
      { session, access },
    );
  }

  /** Signs in on the provider's pages in the window that `launchWebAuthFlow` opens. */
  async signIn(page: Page, email: string, password: string) {
    const opened = this.context.waitForEvent('page');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const window = await opened;
    const closed = window.waitForEvent('close');
    await new SignInPage(window).fill(email, password);
    await closed;
  }

  /** Stops the worker, as the browser can at any moment; a request from a page starts it again. */
  async stopWorker() {
    const session = await this.context.newCDPSession(await this.backstage());
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await session.detach();
  }

  /**
   * Stops the worker while it is idle. Waits for a starting one, because it would survive a stop, and repeated stops
   * during the start can crash the browser.
   * @returns when it has stopped
   */
  async killWorker() {
    const backstage = await this.backstage();
    const session = await this.context.newCDPSession(backstage);
    const statuses = new Map<string, string>();
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, runningStatus } of versions) statuses.set(versionId, runningStatus);
    });
    await session.send('ServiceWorker.enable');
    const isGone = async () => {
      for (const [versionId, status] of statuses) {
        if (status !== 'running') continue;
        // Once, until the browser reports that it runs again.
        statuses.set(versionId, 'stopping');
        await session.send('ServiceWorker.stopWorker', { versionId });
      }
      const contexts = await backstage.evaluate(
        async () => (await chrome.runtime.getContexts({ contextTypes: ['BACKGROUND'] })).length,
      );
      const known = [...statuses.values()];
      return known.length > 0 && known.every((status) => status === 'stopped') && contexts === 0;
    };
    await expect.poll(isGone, { message: 'the worker is stopped' }).toBe(true);
    await session.detach();
  }

  async close() {
    for (const inspector of this.#inspectors) await inspector.close();
    await this.context.close();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}
