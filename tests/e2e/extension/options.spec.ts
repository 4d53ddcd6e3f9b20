import { PopupPage } from '../../pages/extension-popup.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(120_000);

test('another server needs a good address and the browser’s permission', async ({ extension, signInAs }) => {
  await signInAs('mentor');
  const options = await extension.open('options');
  const address = options.getByRole('textbox', { name: 'Address' });
  for (const [entered, told] of [
    ['not an address', 'Enter an address that begins with https://.'],
    ['http://gopath.example', 'The browser did not allow this address.'],
  ] as const) {
    await address.fill(entered);
    await options.getByRole('button', { name: 'Check and use' }).click();
    await expect(options.getByText(told)).toBeVisible();
  }
  await expect(options.getByText('mentor@gopath.example')).toBeVisible();
});

test('local data can be cleared, and the theme is chosen for every surface', async ({
  extension,
  signInAs,
}) => {
  await signInAs('mentor');
  const popup = new PopupPage(await extension.open('popup'));
  await expect(popup.pinned).toHaveCount(3);
  await expect.poll(() => extension.kept('popup')).toBe(true);

  const options = await extension.open('options');
  await options.getByText('Dark', { exact: true }).click();
  await expect(options.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(popup.page.locator('html')).toHaveAttribute('data-theme', 'dark', { timeout: 15_000 });
  await options.getByText('System', { exact: true }).click();
  await popup.page.close();

  await options.getByRole('button', { name: 'Clear local data' }).click();
  await options.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => extension.kept('popup')).toBe(false);
});
