/** The `test` of the extension's end-to-end tests: a browser with the extension installed, signed in or not. */
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { ExtensionBrowser } from '../../helpers/extension.ts';
import { demoEmail, type DemoPerson, test as base, watch } from '../test.ts';

export const test = base.extend<{
  /** Optional permissions that the person has allowed. */
  granted: string[];
  extension: ExtensionBrowser;
  /** Signs in with the extension, on its welcome page. */
  signInAs: (person: DemoPerson) => Promise<void>;
}>({
  granted: [[], { option: true }],
  extension: async ({ server, problems, granted }, use) => {
    const extension = await ExtensionBrowser.launch(server.url, { granted });
    extension.onPage((page) => watch(page, problems));
    await use(extension);
    await extension.close();
  },
  signInAs: async ({ extension }, use) => {
    await use(async (person) => {
      const welcome = await extension.open('welcome');
      await extension.signIn(welcome, demoEmail(person), DEMO_PASSWORD);
      await welcome.getByText('You are signed in.').waitFor();
      await welcome.close();
    });
  },
});

export { expect } from '../test.ts';
