/** The `test` of the extension's end-to-end tests: a browser with the extension installed, signed in or not. */
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { CookieBrowser, signInExtension } from '../../helpers/server/sign-in.ts';
import { attachUnanswered, demoEmail, type DemoPerson, test as base, watch } from '../test.ts';

export const test = base.extend<{
  /** Optional permissions that the person has allowed. */
  granted: string[];
  extension: ExtensionBrowser;
  /** Signs the extension in without its pages. Tests about signing in use `extension.signIn`. */
  signInAs: (person: DemoPerson) => Promise<void>;
}>({
  granted: [[], { option: true }],
  extension: async ({ server, problems, granted }, use, testInfo) => {
    const extension = await ExtensionBrowser.launch(server.url, { granted });
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
