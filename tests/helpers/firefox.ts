/** The built extension in a separate real Firefox, with its real popup, sidebar, address bar and menus. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { unpackFor } from './extension-build.ts';
import { findFirefox } from './find-firefox.ts';
import { Marionette, MarionetteError } from './marionette.ts';

/** The gecko id in wxt.config.ts, and its form in Firefox's element ids. */
const ADDON_ID = 'extension@gopath.example';
const WIDGET_ID = 'extension_gopath_example';

const PREFERENCES = {
  'marionette.port': 0,
  'services.settings.server': 'data:,nothing-is-fetched',
  'browser.shell.checkDefaultBrowser': false,
  'intl.accept_languages': 'en-US',
  // Shows notifications as browser windows, which tests can see and click, instead of system notifications.
  'alerts.useSystemBackend': false,
  // Stops an idle background page after a second instead of half a minute.
  'extensions.background.idle.timeout': 1000,
};

/** A WebDriver reference of an element is an object with this one key. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Element = Record<typeof ELEMENT, string>;

const SELECTORS = {
  button: 'button',
  textbox: 'input, textarea, [role="textbox"]',
} as const;

/** Parts of the browser's window outside of tabs, with the expression that finds each element. */
const SURFACES = {
  popup: `document.querySelector('browser[webextension-view-type="popup"]')`,
  sidepanel: `document.getElementById('sidebar').contentDocument?.getElementById('webext-panels-browser')`,
} as const;

/** Special keys, as WebDriver codes. */
export const Key = { SHIFT: '\uE008', CONTROL: '\uE009', ALT: '\uE00A', ESCAPE: '\uE00C' } as const;

/** Returns whether an element or window disappeared during a command: retry, or it was the command's effect. */
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
      // Surfaces can only be chosen in a session with both protocols: see `show`.
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

/**
 * A browser with the extension installed as a temporary add-on, for one test. Commands go to the surface shown last.
 */
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

  /** Runs a script with browser privileges; `window` and `document` are those of the browser window. */
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

  /** Switches to the tab, or the sign-in window, whose address contains this text. */
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

  /** Opens a page of the extension in a new tab. */
  async openPage(page: 'options') {
    await this.inBrowser(`window.openTrustedLinkIn(addon.baseURL + args[0], 'tab')`, `${page}.html`);
    await this.showTab(`/${page}.html`);
  }

  async visit(url: string) {
    await this.#marionette.send('WebDriver:Navigate', { url });
  }

  /**
   * Switches to the real popup or sidebar. They have no handles, so they are registered in the session as if they were
   * tabs.
   */
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

  /** Clicks the extension in the toolbar's extension menu and switches to its popup. */
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

  /** Waits for an element by its role and accessible name. */
  async #find(role: keyof typeof SELECTORS, name: string, region = 'body'): Promise<string> {
    let id: string | undefined;
    await expect
      .poll(async () => (id = await this.#look(role, name, region)), { message: `${role} '${name}'` })
      .toBeDefined();
    return id as string;
  }

  /**
   * Presses a button by its name; its surface can close with the click.
   * @param region a selector to search in
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

  /** Replaces the text of a field. */
  async write(field: string, text: string) {
    await this.type(field, `${Key.CONTROL}a`);
    await this.type(field, text);
  }

  /** Returns all text of the current surface; empty while it loads or closes. */
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

  /** Presses keys together in the browser's window, which handles them before any page. */
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

  /** Returns the suggestions below the address bar. */
  addressLines(): Promise<string[]> {
    return this.inBrowser(
      `return [...document.querySelectorAll('.urlbarView-row')].map((row) => row.innerText)`,
    );
  }

  /** Opens the context menu of the current page. */
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

  /** Returns the extension's entries in the open context menu. */
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

  /** Revokes a host permission, as a person can at about:addons. */
  async revokePermission(origin: string) {
    await this.inBrowser(
      `const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
      await ExtensionPermissions.remove(addon.id, { permissions: [], origins: [args[0]] }, addon);`,
      origin,
    );
  }

  /** Answers the browser's permission prompt. */
  async answerQuestion(answer: 'allow' | 'deny') {
    let wasAsked = false;
    await expect
      .poll(async () => {
        // The browser ignores clicks right after the prompt appears.
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

  /** Makes an alarm of the extension fire now; a page of the extension must be shown. */
  async ring(alarm: string) {
    await this.#marionette.send('WebDriver:ExecuteScript', {
      script: 'return browser.alarms.create(arguments[0], { when: Date.now() })',
      args: [alarm],
    });
  }

  hasPermission(name: string): Promise<boolean> {
    return this.inBrowser('return addon.hasPermission(args[0])', name);
  }

  /** Returns the titles of the visible notifications. */
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

  /** Waits until the browser has stopped the idle background page. */
  async backgroundStopped() {
    await expect
      .poll(() => this.inBrowser('return addon.backgroundState'), { timeout: 60_000 })
      .toBe('stopped');
  }

  /** Signs in on the provider's page in the window that `launchWebAuthFlow` opens. */
  async signIn(email: string, password: string) {
    await this.press('Sign in');
    await this.showTab('/oidc/interaction/');
    await this.type('Email', email);
    await this.type('Password', password);
    await this.press('Sign in');
  }

  /** Returns console errors of our extension, without those of pages that closed during a request. */
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
