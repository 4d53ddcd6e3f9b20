/** The `test` of the extension's end-to-end tests: a browser with the extension installed, signed in or not. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { CookieBrowser, signInExtension } from '../../helpers/server/sign-in.ts';
import { attachUnanswered, demoEmail, type DemoPerson, test as base, watch } from '../test.ts';

/** Empties the page that opens after the installation: it takes a third of the time in which the browser starts. */
function emptyWelcome(folder: string) {
  writeFileSync(path.join(folder, 'welcome.html'), '<!doctype html><title>GoPath</title>');
}

export const test = base.extend<{
  /** Optional permissions that the person has allowed. */
  granted: string[];
  /** Whether the browser opens the real page for new users, instead of an empty one. */
  welcomes: boolean;
  extension: ExtensionBrowser;
  /** Signs the extension in without its pages. Tests about signing in use `extension.signIn`. */
  signInAs: (person: DemoPerson) => Promise<void>;
}>({
  granted: [[], { option: true }],
  welcomes: [false, { option: true }],
  extension: async ({ server, problems, granted, welcomes }, use, testInfo) => {
    const extension = await ExtensionBrowser.launch(server.url, {
      granted,
      ...(!welcomes && { prepare: emptyWelcome }),
    });
    extension.onPage((page) => watch(page, problems));
    await use(extension);
    await attachUnanswered(testInfo);
    await extension.close();
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
