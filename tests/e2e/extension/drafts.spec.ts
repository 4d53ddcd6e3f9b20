import type { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { PanelPage } from '../../pages/extension-panel.ts';
import { PopupPage } from '../../pages/extension-popup.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(180_000);

/** Opens the real panel from the real popup. */
async function openPanel(extension: ExtensionBrowser): Promise<PanelPage> {
  const popup = new PopupPage(await extension.openPopup());
  await popup.openNotes();
  return new PanelPage(await extension.surface('sidepanel'));
}

test('typed text survives a closed panel, a killed worker and a server that is down', async ({
  extension,
  server,
  signInAs,
}) => {
  await signInAs('mentor');
  const panel = await openPanel(extension);
  await panel.choose('Sofia Alvarez');
  await server.kill();
  await panel.write('Only on this device so far.');
  await panel.expectState('Offline, kept on this device');
  await extension.killWorker();
  await extension.closeSurface('sidepanel');

  const again = new PanelPage(await extension.open('sidepanel'));
  await again.page.getByText('You’re offline. What you write is saved on this device.').waitFor();
  await expect(again.student).toHaveText('Sofia Alvarez');
  await expect(again.body).toContainText('Only on this device so far.');
  await again.append(' And one more line.');
  await again.expectState('Offline, kept on this device');

  await server.start();
  await again.expectState(/^Saved/);
});

test('text in an open panel survives clearing local data beside it', async ({
  extension,
  server,
  signInAs,
}) => {
  await signInAs('mentor');
  const options = await extension.open('options');
  await options.getByText('There are no unsent changes.').waitFor();
  const panel = await openPanel(extension);
  await panel.choose('Sofia Alvarez');
  await server.kill();
  await panel.write('Typed before the clearing.');
  await panel.expectState('Offline, kept on this device');

  await options.getByRole('button', { name: 'Clear local data' }).click();
  const dialog = options.getByRole('dialog');
  await expect(dialog).toContainText('Drafts in open editors are kept.');
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(dialog).toBeHidden();
  await panel.append(' And after it.');
  await panel.expectState('Offline, kept on this device');
  await extension.closeSurface('sidepanel');

  await server.start();
  const again = new PanelPage(await extension.open('sidepanel'));
  await again.choose('Sofia Alvarez');
  await expect(again.body).toContainText('Typed before the clearing. And after it.');
});

test('a session ended by the server signs out and keeps the draft for the next sign-in', async ({
  extension,
  signInAs,
  server,
}) => {
  await signInAs('mentor');
  const panel = await openPanel(extension);
  await panel.choose('Ethan Brooks');
  await panel.write('Written as the session ended.');
  const tokens = await extension.tokens();
  const answer = await fetch(`${server.url}/api/session/revoke/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: tokens.refresh }),
  });
  expect(answer.status).toBe(204);
  await panel.append(' These words too.');
  await expect(panel.page.getByRole('heading', { name: 'Sign in again' })).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => extension.badge()).toBe('!');

  await extension.closeSurface('sidepanel');
  await signInAs('mentor');
  await expect.poll(() => extension.badge()).toBe('');
  const again = await openPanel(extension);
  await again.choose('Ethan Brooks');
  await expect(again.body).toContainText('Written as the session ended. These words too.');
});
