/** The `test` of the extension's end-to-end tests: a browser with the extension installed, signed in or not. */
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { CookieBrowser, signInExtension } from '../../helpers/server/sign-in.ts';
import { demoEmail, type DemoPerson, test as base, watch } from '../test.ts';

/** The browser of a worker. Launching one takes as long as a short test, so the next test gets it without any data. */
class BrowserOfWorker {
  #extension: ExtensionBrowser | undefined;
  #key = '';

  /** Returns a browser without data. @param granted see {@link ExtensionBrowser.launch} */
  async open(server: string, granted: readonly string[], isFresh: boolean): Promise<ExtensionBrowser> {
    const key = [server, ...granted].join(' ');
    if (isFresh || this.#key !== key) await this.close();
    this.#extension ??= await ExtensionBrowser.launch(server, { granted: [...granted] });
    this.#key = key;
    return this.#extension;
  }

  async close() {
    await this.#extension?.close();
    this.#extension = undefined;
  }
}

export const test = base.extend<
  {
    /** Optional permissions that the person has allowed. */
    granted: string[];
    /** Whether the extension was just installed in a new profile. */
    isFresh: boolean;
    extension: ExtensionBrowser;
    /** Signs the extension in without its pages. Tests about signing in use `extension.signIn`. */
    signInAs: (person: DemoPerson) => Promise<void>;
  },
  { browserOfWorker: BrowserOfWorker }
>({
  granted: [[], { option: true }],
  isFresh: [false, { option: true }],
  browserOfWorker: [
    // Playwright reads the names of the fixtures from the pattern, so it needs an empty one.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const browser = new BrowserOfWorker();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  extension: async ({ browserOfWorker, server, problems, granted, isFresh }, use, testInfo) => {
    const extension = await browserOfWorker.open(server.url, granted, isFresh);
    extension.onPage((page) => watch(page, problems));
    await use(extension);
    const hasPassed = testInfo.status === testInfo.expectedStatus;
    if (!hasPassed || !(await extension.reset(server.url))) await browserOfWorker.close();
  },
  signInAs: async ({ extension, server }, use) => {
    await use(async (person) => {
      const credentials = { email: demoEmail(person), password: DEMO_PASSWORD };
      const tokens = await signInExtension(new CookieBrowser(server.url, server.url), credentials);
      await extension.storeSignIn(server.url, tokens);
    });
  },
});

export { expect } from '../test.ts';
