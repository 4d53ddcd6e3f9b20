import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { PanelPage } from '../../pages/extension-panel.ts';
import { PopupPage } from '../../pages/extension-popup.ts';
import { demoEmail } from '../test.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(240_000);
test.use({ welcomes: true });

// covers: EXT-002 EXT-004 EXT-005 EXT-006 EXT-007 EXT-009 EXT-010
test('a mentor writes beside a call, loses worker and network, and sends; the parent reads it', async ({
  extension,
  server,
  signedIn,
}) => {
  const welcome = await extension.welcome();
  await extension.signIn(welcome, demoEmail('mentor'), DEMO_PASSWORD);
  await expect(welcome.getByText('You are signed in.')).toBeVisible();
  await welcome.close();

  const popup = new PopupPage(await extension.openPopup());
  await expect(popup.meeting).toContainText('Maya Okafor');
  await expect(popup.pinned).toHaveCount(3);
  await popup.openNotes();

  const panel = new PanelPage(await extension.surface('sidepanel'));
  await expect(panel.student).toHaveText('Maya Okafor');
  await panel.name.fill('Junior spring planning');
  await panel.write('Register for the May SAT by Friday.');
  await panel.expectState(/^Saved/);

  await extension.killWorker();
  await panel.append(' Ask Mr. Lund about AP Statistics.');
  await panel.expectState(/^Saved/);

  await server.kill();
  await panel.append(' Visit two campuses.');
  await panel.expectState('Offline, kept on this device');
  await extension.killWorker();
  await panel.append(' Bring the list.');
  await server.start();
  await panel.expectState(/^Saved/);

  const dialog = await panel.send();
  await expect(dialog.getByRole('list', { name: 'Recipients' })).toContainText('Ngozi Okafor');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.page.getByText('This meeting note has been sent successfully.').first()).toBeVisible();
  await expect(panel.page.getByText('Sent', { exact: true })).toBeVisible();

  const outbox = await extension.context.newPage();
  await expect(async () => {
    await outbox.goto(`${server.url}/dev/outbox/`);
    const mail = outbox.getByRole('listitem').filter({ hasText: demoEmail('parent') });
    await expect(mail.first()).toContainText('Junior spring planning', { timeout: 1000 });
  }).toPass({ timeout: 20_000 });

  const parent = await signedIn('parent', { at: 'blank' });
  await parent.goto('/notes/');
  await parent.getByRole('link', { name: 'Junior spring planning' }).first().click();
  await expect(parent.getByText('Bring the list.')).toBeVisible();
});
