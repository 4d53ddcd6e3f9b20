import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { PanelPage } from '../../pages/extension-panel.ts';
import { PopupPage } from '../../pages/extension-popup.ts';
import { SearchDialog } from '../../pages/search.ts';
import { demoEmail } from '../test.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(120_000);

// covers: EXT-001 EXT-012
test('the full app runs in a tab, signs in through the worker and opens the requested page', async ({
  extension,
}) => {
  const app = await extension.open('app', '#/notes/');
  await extension.signIn(app, demoEmail('mentor'), DEMO_PASSWORD);
  await expect(app.getByRole('heading', { level: 1, name: /^Notes/ })).toBeVisible({ timeout: 20_000 });
  expect(app.url()).toContain('/app.html#/notes/');
});

// covers: API-007
test('text written in the panel shows in the app immediately', async ({ extension, signInAs }) => {
  await signInAs('mentor');
  const app = await extension.open('app', '#/notes/');
  await expect(app.getByRole('heading', { level: 1, name: /^Notes/ })).toBeVisible();

  const popup = new PopupPage(await extension.openPopup());
  await popup.openNotes();
  const panel = new PanelPage(await extension.surface('sidepanel'));
  await panel.choose('Lucas Moreau');
  await panel.name.fill('Seen in both places');
  await panel.write('Written in the panel.');
  await panel.expectState(/^Saved/);
  await expect(app.getByRole('link', { name: 'Seen in both places' })).toBeVisible({ timeout: 20_000 });
});

test('the top bar search finds the same in a tab of the extension', async ({ extension, signInAs }) => {
  await signInAs('mentor');
  const app = await extension.open('app', '#/');
  const search = new SearchDialog(app);
  await search.open();
  await search.find('net price');
  await expect(search.group('Open tasks').first()).toContainText('Run the net price calculators');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('heading', { name: 'Run the net price calculators' })).toBeVisible();
  expect(app.url()).toContain('/app.html#/users/');
});
