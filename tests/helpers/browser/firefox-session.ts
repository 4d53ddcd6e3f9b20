/** A separate real Firefox with a new profile: its process, its tabs, and the elements and keys of the page shown. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { type Marionette, MarionetteError } from './marionette.ts';

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
export const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
export type Element = Record<typeof ELEMENT, string>;

const SELECTORS = {
  button: 'button',
  textbox: 'input, textarea, [role="textbox"]',
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

/** Starts Firefox without a window. */
export function startFirefox(program: string, profile: string): ChildProcess {
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
      // Surfaces can only be chosen in a session with both protocols: see `FirefoxBrowser.show`.
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

/** Waits until Firefox can be controlled. @returns its port for that */
export function portOf(firefox: ChildProcess): Promise<number> {
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

/** Commands go to the tab or surface shown last. */
export class FirefoxSession {
  protected readonly marionette: Marionette;
  readonly #process: ChildProcess;
  readonly #folders: string[];

  protected constructor(marionette: Marionette, child: ChildProcess, folders: string[]) {
    this.marionette = marionette;
    this.#process = child;
    this.#folders = folders;
  }

  /** Acts on the browser's window instead of a page. */
  protected async asBrowser<Result>(act: () => Promise<Result>): Promise<Result> {
    await this.marionette.send('Marionette:SetContext', { value: 'chrome' });
    try {
      return await act();
    } finally {
      await this.marionette.send('Marionette:SetContext', { value: 'content' });
    }
  }

  /** Switches to a tab or a sign-in window. @returns its address; empty if it was closed */
  async #switchTo(handle: string, focus: boolean): Promise<string> {
    try {
      await this.marionette.send('WebDriver:SwitchToWindow', { handle, focus });
      return await this.marionette.send<string>('WebDriver:GetCurrentURL');
    } catch (error) {
      if (isGone(error)) return '';
      throw error;
    }
  }

  /**
   * Switches to the tab, or the sign-in window, whose address contains this text. Selects no other tab on the way: the
   * extension may be capturing the visible one.
   */
  async showTab(address: string) {
    await expect
      .poll(
        async () => {
          const opened: string[] = [];
          for (const handle of await this.marionette.send<string[]>('WebDriver:GetWindowHandles')) {
            let url = await this.#switchTo(handle, false);
            if (url.includes(address)) url = await this.#switchTo(handle, true);
            opened.push(url);
            if (url.includes(address)) break;
          }
          return opened;
        },
        { message: `a tab or window shows ${address}`, timeout: 30_000 },
      )
      .toContainEqual(expect.stringContaining(address));
  }

  async visit(url: string) {
    await this.marionette.send('WebDriver:Navigate', { url });
  }

  async #look(role: keyof typeof SELECTORS, name: string, region: string): Promise<string | undefined> {
    try {
      const elements = await this.marionette.send<Element[]>('WebDriver:FindElements', {
        using: 'css selector',
        value: `${region} :is(${SELECTORS[role]})`,
      });
      for (const { [ELEMENT]: id } of elements) {
        if ((await this.marionette.send<string>('WebDriver:GetComputedLabel', { id })) === name) return id;
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
      await this.marionette.send('WebDriver:ElementClick', { id });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  /** Types at the end of a field. */
  async type(field: string, text: string) {
    const id = await this.#find('textbox', field);
    await this.marionette.send('WebDriver:ElementSendKeys', { id, text });
  }

  /** Replaces the text of a field. */
  async write(field: string, text: string) {
    await this.type(field, `${Key.CONTROL}a`);
    await this.type(field, text);
  }

  /** Returns all text of the current surface; empty while it loads or closes. */
  async text(): Promise<string> {
    try {
      return await this.marionette.send<string>('WebDriver:ExecuteScript', {
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
    await this.asBrowser(() =>
      this.marionette.send('WebDriver:PerformActions', {
        actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }],
      }),
    );
  }

  async close() {
    const exited = once(this.#process, 'exit');
    this.marionette.close();
    this.#process.kill();
    await exited;
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
