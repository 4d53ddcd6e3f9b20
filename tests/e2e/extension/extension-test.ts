/** The `test` of the extension's end-to-end tests: a browser with the extension installed, signed in or not. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { SharedBrowser } from '../../helpers/browser/shared-extension.ts';
import { CookieBrowser, signInExtension } from '../../helpers/server/sign-in.ts';
import { attachUnanswered, demoEmail, type DemoPerson, test as base, watch } from '../test.ts';

/** Empties the page that opens after the installation: it takes a third of the time in which the browser starts. */
function emptyWelcome(folder: string) {
  writeFileSync(path.join(folder, 'welcome.html'), '<!doctype html><title>GoPath</title>');
}

export const test = base.extend<
  {
    /** Optional permissions that the person has allowed. The test then has a new browser. */
    granted: string[];
    /** Whether a new browser opens the real page for new users, instead of an empty one. */
    welcomes: boolean;
    /**
     * Whether the test has a new browser. Tests that let alarms ring need it: in a browser that other tests have used, an
     * alarm sometimes rings a minute late.
     */
    ownBrowser: boolean;
    extension: ExtensionBrowser;
    /** Signs the extension in without its pages. Tests about signing in use `extension.signIn`. */
    signInAs: (person: DemoPerson) => Promise<void>;
  },
  { sharedBrowser: SharedBrowser }
>({
  granted: [[], { option: true }],
  welcomes: [false, { option: true }],
  ownBrowser: [false, { option: true }],
  sharedBrowser: [
    async ({ workerServer }, use) => {
      const shared = new SharedBrowser(() =>
        ExtensionBrowser.launch(workerServer.url, { prepare: emptyWelcome }),
      );
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  extension: async ({ server, problems, granted, welcomes, ownBrowser, sharedBrowser }, use, testInfo) => {
    const isShared = granted.length === 0 && !welcomes && !ownBrowser;
    const extension = isShared
      ? await sharedBrowser.open()
      : await ExtensionBrowser.launch(server.url, { granted, ...(!welcomes && { prepare: emptyWelcome }) });
    extension.onPage((page) => watch(page, problems));
    await use(extension);
    await attachUnanswered(testInfo);
    if (!isShared) await extension.close();
    // After a failed test Playwright starts another worker.
    else if (testInfo.errors.length === 0) await sharedBrowser.reset(server.url);
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
