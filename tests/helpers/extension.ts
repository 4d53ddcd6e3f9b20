/** The built extension in a real Chromium of its own, with its real popup and side panel. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { CHROMIUM_ARGS } from '../../playwright.config.ts';
import { SignInPage } from '../pages/sign-in.ts';
import { getFreePort } from './free-port.ts';

const root = path.resolve(import.meta.dirname, '../..');
const built = path.join(root, 'dist', 'extension', 'chrome-mv3');
const DEFAULT_SERVER = 'http://localhost:8080';

/** The build as it would be for this server: the address is a constant of the build, see GOPATH_SERVER. */
function unpackFor(server: string, folder: string) {
  cpSync(built, folder, { recursive: true });
  for (const file of globSync('**/*.{js,json}', { cwd: folder })) {
    const full = path.join(folder, file);
    const text = readFileSync(full, 'utf8');
    if (text.includes(DEFAULT_SERVER)) writeFileSync(full, text.replaceAll(DEFAULT_SERVER, server));
  }
}

export type ExtensionPage = 'popup' | 'sidepanel' | 'app' | 'options' | 'welcome';

/** A browser with the extension installed, for one test. */
export class ExtensionBrowser {
  readonly context: BrowserContext;
  readonly #port: number;
  readonly #folders: string[];
  /** Second connections: only they see the real popup and side panel, if these are open when they are made. */
  readonly #inspectors: Browser[] = [];

  constructor(context: BrowserContext, port: number, folders: string[]) {
    this.context = context;
    this.#port = port;
    this.#folders = folders;
  }

  static url(page: ExtensionPage, hash = ''): string {
    return `chrome-extension://${EXTENSION_ID}/${page}.html${hash}`;
  }

  /** @param profile an existing profile's folder, for a browser that starts again */
  static async launch(server: string, extra: string[] = []): Promise<ExtensionBrowser> {
    const folder = mkdtempSync(path.join(tmpdir(), 'gopath-extension-'));
    const profile = mkdtempSync(path.join(tmpdir(), 'gopath-profile-'));
    unpackFor(server, folder);
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
        `--remote-debugging-port=${port}`,
        `--disable-extensions-except=${loaded}`,
        `--load-extension=${loaded}`,
      ],
    });
    const isOurs = (worker: Worker) => worker.url().includes(EXTENSION_ID);
    if (!context.serviceWorkers().some(isOurs)) {
      await context.waitForEvent('serviceworker', { predicate: isOurs });
    }
    return new ExtensionBrowser(context, port, [folder, profile]);
  }

  /** An extension page in a tab. */
  async open(page: ExtensionPage, hash = ''): Promise<Page> {
    const opened = await this.context.newPage();
    await opened.goto(ExtensionBrowser.url(page, hash));
    return opened;
  }

  /** A document of the extension's origin that is none of its pages: a place to ask the browser from. */
  async backstage(): Promise<Page> {
    const address = `chrome-extension://${EXTENSION_ID}/manifest.json`;
    const open = this.context.pages().find((page) => page.url() === address);
    if (open !== undefined) return open;
    const page = await this.context.newPage();
    await page.goto(address);
    return page;
  }

  /** The real popup or side panel, which the browser shows outside of the tabs. */
  async surface(kind: 'popup' | 'sidepanel'): Promise<Page> {
    const address = ExtensionBrowser.url(kind);
    const targets = async () => {
      const answer = await fetch(`http://127.0.0.1:${this.#port}/json/list`);
      return (await answer.json()) as { url: string }[];
    };
    const isOpen = async () => (await targets()).some(({ url }) => url === address);
    await expect.poll(isOpen, { message: `the real ${kind} is open` }).toBe(true);
    const inspector = await chromium.connectOverCDP(`http://127.0.0.1:${this.#port}`);
    this.#inspectors.push(inspector);
    const pages = inspector.contexts().flatMap((context) => context.pages());
    return pages.find((page) => page.url() === address) as Page;
  }

  /** Clicks the toolbar button, as far as a program can. */
  async openPopup(): Promise<Page> {
    const backstage = await this.backstage();
    await backstage.evaluate(() => chrome.action.openPopup());
    return this.surface('popup');
  }

  /** Goes through the provider's pages in the window that `launchWebAuthFlow` opens. */
  async signIn(page: Page, email: string, password: string) {
    const opened = this.context.waitForEvent('page');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const window = await opened;
    const closed = window.waitForEvent('close');
    await new SignInPage(window).fill(email, password);
    await closed;
  }

  /** Stops the worker as the browser does at any moment. @returns once it is gone */
  async killWorker() {
    const backstage = await this.backstage();
    const session = await this.context.newCDPSession(backstage);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await expect
      .poll(() =>
        backstage.evaluate(
          async () => (await chrome.runtime.getContexts({ contextTypes: ['BACKGROUND'] })).length,
        ),
      )
      .toBe(0);
    await session.detach();
  }

  async close() {
    for (const inspector of this.#inspectors) await inspector.close();
    await this.context.close();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }
}
