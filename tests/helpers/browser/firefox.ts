/** The built extension in a separate real Firefox, with its real popup, sidebar, address bar and menus. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { unpackFor } from './extension-build.ts';
import { findFirefox } from './find-firefox.ts';
import { ELEMENT, type Element, FirefoxSession, portOf, startFirefox } from './firefox-session.ts';
import { Marionette } from './marionette.ts';

/** The gecko id in wxt.config.ts, and its form in Firefox's element ids. */
const ADDON_ID = 'extension@gopath.example';
const WIDGET_ID = 'extension_gopath_example';

/** Parts of the browser's window outside of tabs, with the expression that finds each element. */
const SURFACES = {
  popup: `document.querySelector('browser[webextension-view-type="popup"]')`,
  sidepanel: `document.getElementById('sidebar').contentDocument?.getElementById('webext-panels-browser')`,
} as const;

/** A browser with the extension installed as a temporary add-on, for one test. */
export class FirefoxBrowser extends FirefoxSession {
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
    return this.asBrowser(() =>
      this.marionette.send<Result>('WebDriver:ExecuteScript', {
        script: `const window = Services.wm.getMostRecentWindow('navigator:browser'); const { document } = window;
          const addon = WebExtensionPolicy.getByID('${ADDON_ID}').extension;
          return (async (...args) => { ${script} })(...arguments);`,
        args,
      }),
    );
  }

  /** Opens a page of the extension in a new tab. */
  async openPage(page: 'options') {
    await this.inBrowser(`window.openTrustedLinkIn(addon.baseURL + args[0], 'tab')`, `${page}.html`);
    await this.showTab(`/${page}.html`);
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

  /** Types into the address bar. */
  async typeAddress(text: string) {
    await this.asBrowser(async () => {
      const { [ELEMENT]: id } = await this.marionette.send<Element>('WebDriver:FindElement', {
        using: 'css selector',
        value: '#urlbar-input',
      });
      await this.marionette.send('WebDriver:ElementClick', { id });
      await this.marionette.send('WebDriver:ElementSendKeys', { id, text });
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
    await this.marionette.send('WebDriver:PerformActions', {
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
    await this.marionette.send('WebDriver:ExecuteScript', {
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
}
