/** The built extension in a real Firefox of its own, with its real popup, sidebar, address bar and menus. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { unpackFor } from './extension-build.ts';
import { findFirefox } from './find-firefox.ts';
import { Marionette, MarionetteError } from './marionette.ts';

/** The gecko id in wxt.config.ts, and what Firefox makes of it for ids of its own elements. */
const ADDON_ID = 'extension@gopath.example';
const WIDGET_ID = 'extension_gopath_example';

const PREFERENCES = {
  'marionette.port': 0,
  'services.settings.server': 'data:,nothing-is-fetched',
  'browser.shell.checkDefaultBrowser': false,
  'intl.accept_languages': 'en-US',
  // Notifications are windows of the browser, which a test can see and click, not of a system that has none here.
  'alerts.useSystemBackend': false,
  // A background page that nobody asked for a second is stopped; it is half a minute outside of tests.
  'extensions.background.idle.timeout': 1000,
};

/** A WebDriver reference of an element is an object with this one key. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = Record<typeof ELEMENT, string>;

const SELECTORS = {
  button: 'button',
  textbox: 'input, textarea, [role="textbox"]',
} as const;

/** Parts of the browser's window that are no tabs, each with the expression that finds its element. */
const SURFACES = {
  popup: `document.querySelector('browser[webextension-view-type="popup"]')`,
  sidepanel: `document.getElementById('sidebar').contentDocument?.getElementById('webext-panels-browser')`,
} as const;

/** Keys without a letter, as WebDriver names them. */
export const Key = { SHIFT: '\uE008', CONTROL: '\uE009', ALT: '\uE00A', ESCAPE: '\uE00C' } as const;

/** Something went away under a command: it is asked again, or was the command's own effect. */
function isGone(error: unknown): boolean {
  return (
    error instanceof MarionetteError &&
    ['no such window', 'no such element', 'stale element reference'].includes(error.code)
  );
}

function startFirefox(program: string, profile: string): ChildProcess {
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(path.join(profile, 'user.js'), lines.join('\n'));
  return spawn(
    program,
    [
      '--headless',
      '--no-remote',
      '--marionette',
      // The session that both share is where a surface can be chosen: see `show`.
      '--remote-debugging-port=0',
      '--remote-allow-system-access',
      '--profile',
      profile,
    ],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, HOME: profile, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1', TZ: 'America/Los_Angeles' },
    },
  );
}

function portOf(firefox: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    firefox.stdout?.on('data', (data) => {
      output += String(data);
      const port = /Marionette\s+INFO\s+Listening on port (\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    firefox.once('error', reject);
    firefox.once('exit', (code) => reject(new Error(`Firefox ended with ${code}:\n${output}`)));
  });
}

/** A browser with the extension installed as a temporary add-on, for one test. Commands go to what was shown last. */
export class FirefoxBrowser {
  readonly #marionette: Marionette;
  readonly #process: ChildProcess;
  readonly #folders: string[];

  private constructor(marionette: Marionette, child: ChildProcess, folders: string[]) {
    this.#marionette = marionette;
    this.#process = child;
    this.#folders = folders;
  }

  static async launch(server: string): Promise<FirefoxBrowser> {
    const folder = mkdtempSync(path.join(tmpdir(), 'gopath-extension-'));
    const profile = mkdtempSync(path.join(tmpdir(), 'gopath-profile-'));
    unpackFor(server, 'firefox-mv3', folder);
    const child = startFirefox(findFirefox() ?? 'firefox', profile);
    const marionette = await Marionette.connect(await portOf(child));
    const firefox = new FirefoxBrowser(marionette, child, [folder, profile]);
    try {
      await marionette.send('WebDriver:NewSession');
      await marionette.send('Addon:Install', { path: folder, temporary: true });
      return firefox;
    } catch (error) {
      await firefox.close();
      throw error;
    }
  }

  /** Runs a script with the rights of the browser itself; `window` and `document` are those of its window. */
  async inBrowser<Result>(script: string, ...args: unknown[]): Promise<Result> {
    return this.#asBrowser(() =>
      this.#marionette.send<Result>('WebDriver:ExecuteScript', {
        script: `const window = Services.wm.getMostRecentWindow('navigator:browser'); const { document } = window;
          const addon = WebExtensionPolicy.getByID('${ADDON_ID}').extension;
          return (async (...args) => { ${script} })(...arguments);`,
        args,
      }),
    );
  }

  async #asBrowser<Result>(act: () => Promise<Result>): Promise<Result> {
    await this.#marionette.send('Marionette:SetContext', { value: 'chrome' });
    try {
      return await act();
    } finally {
      await this.#marionette.send('Marionette:SetContext', { value: 'content' });
    }
  }

  /** Goes to the tab, or the window of the sign-in, whose address has this text. */
  async showTab(address: string) {
    await expect
      .poll(
        async () => {
          for (const handle of await this.#marionette.send<string[]>('WebDriver:GetWindowHandles')) {
            try {
              await this.#marionette.send('WebDriver:SwitchToWindow', { handle });
              if ((await this.#marionette.send<string>('WebDriver:GetCurrentURL')).includes(address))
                return true;
            } catch (error) {
              if (!isGone(error)) throw error;
            }
          }
          return false;
        },
        { message: `a tab or window shows ${address}`, timeout: 30_000 },
      )
      .toBe(true);
  }

  /** Opens a page of the extension in a tab of its own. */
  async openPage(page: 'options') {
    await this.inBrowser(`window.openTrustedLinkIn(addon.baseURL + args[0], 'tab')`, `${page}.html`);
    await this.showTab(`/${page}.html`);
  }

  async visit(url: string) {
    await this.#marionette.send('WebDriver:Navigate', { url });
  }

  /** Goes to the real popup or sidebar. No handle names them: they are given to the session as if they were tabs. */
  async show(surface: keyof typeof SURFACES) {
    await expect
      .poll(
        () =>
          this.inBrowser<boolean>(
            `const shown = ${SURFACES[surface]};
            if (!shown?.currentURI?.spec.endsWith(args[0])) return false;
            const { RemoteAgent } = ChromeUtils.importESModule('chrome://remote/content/components/RemoteAgent.sys.mjs');
            RemoteAgent.webDriverBiDi.session.contentBrowsingContext = shown.browsingContext;
            return true;`,
            `/${surface}.html`,
          ),
        { message: `the real ${surface} is open` },
      )
      .toBe(true);
  }

  isSidebarOpen(): Promise<boolean> {
    return this.inBrowser(
      `return window.SidebarController.isOpen && window.SidebarController.currentID === '${WIDGET_ID}-sidebar-action'`,
    );
  }

  async closeSidebar() {
    await this.inBrowser('window.SidebarController.hide()');
    await expect.poll(() => this.isSidebarOpen()).toBe(false);
  }

  /** Clicks the extension behind the puzzle piece of the toolbar, and goes to its popup. */
  async openPopup() {
    await this.inBrowser(`document.getElementById('unified-extensions-button').click()`);
    await expect
      .poll(() =>
        this.inBrowser(
          `const button = document.getElementById('${WIDGET_ID}-BAP');
          if (!button?.checkVisibility()) return false;
          button.click();
          return true;`,
        ),
      )
      .toBe(true);
    await this.show('popup');
  }

  async #look(role: keyof typeof SELECTORS, name: string, region: string): Promise<string | undefined> {
    try {
      const elements = await this.#marionette.send<Element[]>('WebDriver:FindElements', {
        using: 'css selector',
        value: `${region} :is(${SELECTORS[role]})`,
      });
      for (const { [ELEMENT]: id } of elements) {
        if ((await this.#marionette.send<string>('WebDriver:GetComputedLabel', { id })) === name) return id;
      }
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    return undefined;
  }

  /** Waits for an element by its role and its name for assistive technology. */
  async #find(role: keyof typeof SELECTORS, name: string, region = 'body'): Promise<string> {
    let id: string | undefined;
    await expect
      .poll(async () => (id = await this.#look(role, name, region)), { message: `${role} '${name}'` })
      .toBeDefined();
    return id as string;
  }

  /**
   * Presses a button by its name; where it is may go away with the click.
   * @param region a selector of where to look
   */
  async press(name: string, region?: string) {
    const id = await this.#find('button', name, region);
    try {
      await this.#marionette.send('WebDriver:ElementClick', { id });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  /** Types at the end of a field. */
  async type(field: string, text: string) {
    const id = await this.#find('textbox', field);
    await this.#marionette.send('WebDriver:ElementSendKeys', { id, text });
  }

  /** Writes over the whole text of a field. */
  async write(field: string, text: string) {
    await this.type(field, `${Key.CONTROL}a`);
    await this.type(field, text);
  }

  /** All text of what is shown; empty while it loads or goes away. */
  async text(): Promise<string> {
    try {
      return await this.#marionette.send<string>('WebDriver:ExecuteScript', {
        script: 'return document.body?.innerText ?? ""',
        args: [],
      });
    } catch (error) {
      if (isGone(error)) return '';
      throw error;
    }
  }

  async expectText(text: string | RegExp) {
    await expect.poll(() => this.text(), { timeout: 30_000 }).toMatch(text);
  }

  /** Presses keys together in the browser's window, which sees them before any page. */
  async pressKeys(...keys: string[]) {
    const down = keys.map((value) => ({ type: 'keyDown', value }));
    const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }));
    await this.#asBrowser(() =>
      this.#marionette.send('WebDriver:PerformActions', {
        actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }],
      }),
    );
  }

  /** Types into the address bar. */
  async typeAddress(text: string) {
    await this.#asBrowser(async () => {
      const { [ELEMENT]: id } = await this.#marionette.send<Element>('WebDriver:FindElement', {
        using: 'css selector',
        value: '#urlbar-input',
      });
      await this.#marionette.send('WebDriver:ElementClick', { id });
      await this.#marionette.send('WebDriver:ElementSendKeys', { id, text });
    });
  }

  /** The lines below the address bar. */
  addressLines(): Promise<string[]> {
    return this.inBrowser(
      `return [...document.querySelectorAll('.urlbarView-row')].map((row) => row.innerText)`,
    );
  }

  /** Presses the right mouse button in the page that is shown. */
  async openContextMenu() {
    await this.#marionette.send('WebDriver:PerformActions', {
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: 30, y: 30 },
            { type: 'pointerDown', button: 2 },
            { type: 'pointerUp', button: 2 },
          ],
        },
      ],
    });
  }

  /** What the extension has put into the open context menu. */
  menuEntries(): Promise<string[]> {
    return this.inBrowser(
      `const menu = document.getElementById('contentAreaContextMenu');
      if (menu.state !== 'open') return [];
      return [...menu.querySelectorAll('menuitem[id^="${WIDGET_ID}-menuitem-"]')].map((entry) => entry.label);`,
    );
  }

  /** Chooses an entry of the open context menu. */
  async chooseEntry(label: string) {
    await this.inBrowser(
      `const menu = document.getElementById('contentAreaContextMenu');
      const entry = [...menu.querySelectorAll('menuitem')].find((candidate) => candidate.label === args[0]);
      const submenu = entry.closest('menu');
      submenu.openMenu(true);
      await new Promise((resolve) => submenu.menupopup.addEventListener('popupshown', resolve, { once: true }));
      submenu.menupopup.activateItem(entry);`,
      label,
    );
  }

  /** Takes back the right to talk to a host, as a person can at about:addons. */
  async takeBack(origin: string) {
    await this.inBrowser(
      `const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
      await ExtensionPermissions.remove(addon.id, { permissions: [], origins: [args[0]] }, addon);`,
      origin,
    );
  }

  /** Answers the browser's question for a permission. */
  async answerQuestion(answer: 'allow' | 'deny') {
    let wasAsked = false;
    await expect
      .poll(async () => {
        // The browser does not hear a click right after its question appeared.
        const isOpen = await this.inBrowser<boolean>(
          `const { panel } = window.PopupNotifications;
          if (panel.state !== 'open') return false;
          panel.querySelector('popupnotification')[args[0]].click();
          return true;`,
          answer === 'allow' ? 'button' : 'secondaryButton',
        );
        wasAsked ||= isOpen;
        return wasAsked && !isOpen;
      })
      .toBe(true);
  }

  /** Has an alarm of the extension ring now; a page of the extension must be shown. */
  async ring(alarm: string) {
    await this.#marionette.send('WebDriver:ExecuteScript', {
      script: 'return browser.alarms.create(arguments[0], { when: Date.now() })',
      args: [alarm],
    });
  }

  hasPermission(name: string): Promise<boolean> {
    return this.inBrowser('return addon.hasPermission(args[0])', name);
  }

  /** The titles of the notifications on the screen. */
  notifications(): Promise<string[]> {
    return this.inBrowser(
      `return [...Services.wm.getEnumerator('alert:alert')]
        .map((shown) => shown.document.getElementById('alertTitleLabel')?.getAttribute('value') ?? '')`,
    );
  }

  async clickNotification(title: string) {
    await this.inBrowser(
      `[...Services.wm.getEnumerator('alert:alert')]
        .find((shown) => shown.document.getElementById('alertTitleLabel')?.getAttribute('value') === args[0])
        .document.getElementById('alertBox').click()`,
      title,
    );
  }

  /** Waits until the browser itself has stopped the background page, which nobody needs now. */
  async backgroundStopped() {
    await expect
      .poll(() => this.inBrowser('return addon.backgroundState'), { timeout: 60_000 })
      .toBe('stopped');
  }

  /** Goes through the provider's page in the window that `launchWebAuthFlow` opens. */
  async signIn(email: string, password: string) {
    await this.press('Sign in');
    await this.showTab('/oidc/interaction/');
    await this.type('Email', email);
    await this.type('Password', password);
    await this.press('Sign in');
  }

  /** Errors in the browser's console that our extension is the source of; not of pages that close while they ask. */
  problems(): Promise<string[]> {
    return this.inBrowser(
      `return Services.console.getMessageArray()
        .filter((message) => message instanceof Ci.nsIScriptError && !(message.flags & Ci.nsIScriptError.warningFlag))
        .filter(({ sourceName, category }) => sourceName.includes(addon.policy.mozExtensionHostname) || /CORS|CSP/.test(category))
        .map(({ errorMessage }) => errorMessage)
        .filter((message) => !/^Promise \\w+ after context unloaded/.test(message))`,
    );
  }

  async close() {
    const exited = once(this.#process, 'exit');
    this.#marionette.close();
    this.#process.kill();
    await exited;
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
