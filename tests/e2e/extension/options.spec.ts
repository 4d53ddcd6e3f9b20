import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { ANY_HOST } from '../../helpers/browser/extension-build.ts';
import { NoteFormPage } from '../../pages/notes.ts';
import { PopupPage } from '../../pages/extension-popup.ts';
import { startServerProcess } from '../server.ts';
import { demoEmail, expectAccessible } from '../test.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(240_000);

test('another server needs a valid address and the browser’s permission', async ({ extension, signInAs }) => {
  await signInAs('mentor');
  const options = await extension.open('options');
  const address = options.getByRole('textbox', { name: 'Address' });
  for (const [entered, message] of [
    ['not an address', 'Enter an address that begins with https://.'],
    ['http://gopath.example', 'The browser did not allow this address.'],
  ] as const) {
    await address.fill(entered);
    await options.getByRole('button', { name: 'Check and use' }).click();
    await expect(options.getByText(message)).toBeVisible();
  }
  await expect(options.getByText('mentor@gopath.example')).toBeVisible();
});

test('the settings stay in place when the account has loaded', async ({ extension, signInAs }) => {
  await signInAs('mentor');
  const options = await extension.open('options');
  await expect(options.getByText('mentor@gopath.example')).toBeVisible();
  const shifts = await options.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    return (observer.takeRecords() as (PerformanceEntry & { sources: { node: Node | null }[] })[]).flatMap(
      ({ sources }) => sources.map(({ node }) => node?.textContent),
    );
  });
  expect(shifts).toEqual([]);
});

// The browser's permission prompt for the other host is not part of a page: tests cannot answer it.
test('changing the server signs out, deletes drafts, and signs in at the new server', async ({
  server,
  problems,
}) => {
  expect(problems).toEqual([]);
  const other = await startServerProcess({}, { entry: 'tests/e2e/server-process.ts' });
  const extension = await ExtensionBrowser.launch(server.url, { granted: [ANY_HOST] });
  try {
    const options = await extension.open('options');
    await extension.signIn(options, demoEmail('mentor'), DEMO_PASSWORD);
    await expect(options.getByText('mentor@gopath.example')).toBeVisible();
    const { access } = await extension.tokens();
    const form = new NoteFormPage(await extension.open('app', '#/notes/new/'));
    await form.body.waitFor();
    await form.write('Of the first server.');
    await form.keptOnDevice();
    await options.bringToFront();
    await options.reload();

    const address = options.getByRole('textbox', { name: 'Address' });
    const use = options.getByRole('button', { name: 'Check and use' });
    await address.fill('http://localhost:1');
    await use.click();
    await expect(options.getByText('The server could not be reached.')).toBeVisible();
    await expect(options.getByText('mentor@gopath.example')).toBeVisible();

    await address.fill(other.url);
    await expect(
      options.getByText('This deletes what is not sent to the current server yet: 1 draft.'),
    ).toBeVisible();
    await expectAccessible(options);
    await use.click();
    await expect(options.getByText('Server changed. Sign in to continue.').first()).toBeVisible();
    expect(await form.draftsOnDevice()).toBe('[]');
    // The worker ends the session at the first server in the background.
    const status = async () =>
      (await fetch(`${server.url}/api/me/`, { headers: { authorization: `Bearer ${access}` } })).status;
    await expect.poll(status).toBe(401);

    await extension.signIn(options, demoEmail('student'), DEMO_PASSWORD);
    await expect(options.getByText('student@gopath.example')).toBeVisible();
    await expect(options.getByRole('textbox', { name: 'Address' })).toHaveValue(other.url);
  } finally {
    await extension.close();
    await other.stop();
  }
});

test('local data can be cleared, and the theme is chosen for every surface', async ({
  extension,
  signInAs,
}) => {
  await signInAs('mentor');
  const popup = new PopupPage(await extension.open('popup'));
  await expect(popup.pinned).toHaveCount(3);
  await expect.poll(() => extension.hasCache('popup')).toBe(true);

  const options = await extension.open('options');
  await options.getByText('Dark', { exact: true }).click();
  await expect(options.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(popup.page.locator('html')).toHaveAttribute('data-theme', 'dark', { timeout: 15_000 });
  await options.getByText('System', { exact: true }).click();
  await popup.page.close();

  await options.getByRole('button', { name: 'Clear local data' }).click();
  await options.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => extension.hasCache('popup')).toBe(false);
});
