import { expectAccessible } from '../test.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(180_000);
test.use({ welcomes: true });

for (const isSignedIn of [false, true]) {
  test(`popup, panel, options and welcome are accessible, ${isSignedIn ? 'signed in' : 'signed out'}`, async ({
    extension,
    signInAs,
  }) => {
    if (isSignedIn) await signInAs('mentor');
    for (const kind of ['popup', 'sidepanel', 'options', 'welcome'] as const) {
      const page = await extension.open(kind);
      const ready = {
        popup: page.getByRole('link', { name: /Maya/ }),
        sidepanel: page.getByRole('textbox', { name: 'Body' }),
        options: page.getByText('mentor@gopath.example'),
        welcome: page.getByText('You are signed in.'),
      };
      await expect(isSignedIn ? ready[kind] : page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expectAccessible(page);
      const main = page.getByRole('main');
      expect(await main.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      await page.close();
    }
  });
}
