import type { PooledServer } from '../server-pool.ts';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import type { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { PanelPage } from '../../pages/extension-panel.ts';
import { PopupPage } from '../../pages/extension-popup.ts';
import { NoteFormPage } from '../../pages/notes.ts';
import { demoEmail } from '../test.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(180_000);

const sentence = 'Elena’s words beside the call.';

/** Returns the status of a request with this token. */
async function answers(server: PooledServer, token: string | undefined): Promise<number> {
  const answer = await fetch(`${server.url}/api/me/`, { headers: { authorization: `Bearer ${token}` } });
  return answer.status;
}

/** Elena types in the panel while offline, so that the text is only on this device. */
async function writeOffline(extension: ExtensionBrowser, server: PooledServer): Promise<PanelPage> {
  const panel = new PanelPage(await extension.open('sidepanel'));
  await panel.choose('Sofia Alvarez');
  await expect.poll(() => extension.hasCache('panel')).toBe(true);
  await server.kill();
  await panel.write(sentence);
  await panel.expectState('Offline, kept on this device');
  return panel;
}

async function openNewNote(extension: ExtensionBrowser): Promise<NoteFormPage> {
  const form = new NoteFormPage(await extension.open('app', '#/notes/new/'));
  await form.body.waitFor();
  return form;
}

test.describe('with an alarm', () => {
  test.use({ ownBrowser: true });

  test('signing out offline deletes tokens, drafts and copies; the server is informed later', async ({
    extension,
    server,
    signInAs,
  }) => {
    await signInAs('mentor');
    const tokens = await extension.tokens();
    const popup = new PopupPage(await extension.open('popup'));
    await expect(popup.pinned).toHaveCount(3);
    await expect.poll(() => extension.hasCache('popup')).toBe(true);
    const panel = await writeOffline(extension, server);

    await popup.page.bringToFront();
    await popup.page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
    const card = popup.page.getByRole('region', { name: 'Sign out' });
    await expect(card).toContainText('Only on this device: 1 draft.');
    await card.getByRole('button', { name: 'Delete and sign out' }).click();
    await expect(popup.page.getByRole('heading', { name: 'Sign in to GoPath' })).toBeVisible();
    await expect(panel.page.getByRole('heading', { name: 'Sign in to GoPath' })).toBeVisible();
    expect(await extension.tokens()).toEqual({ access: undefined, refresh: undefined });
    expect([await extension.hasCache('popup'), await extension.hasCache('panel')]).toEqual([false, false]);
    expect(await new NoteFormPage(panel.page).draftsOnDevice()).toBe('[]');

    // The pending revocation is not only in the worker's memory.
    await extension.killWorker();
    await server.start();
    expect(await answers(server, tokens.access)).toBe(200);
    await extension.ring('poll');
    await expect.poll(() => answers(server, tokens.access)).toBe(401);
  });
});

test('signing out after the warning leaves no data in the browser', async ({
  extension,
  server,
  signInAs,
}) => {
  await signInAs('mentor');
  const form = await openNewNote(extension);
  await form.write(sentence);
  await form.keptOnDevice();
  const options = await extension.open('options');
  await expect(options.getByText(demoEmail('mentor'))).toBeVisible();
  const panel = await writeOffline(extension, server);
  await options.bringToFront();
  await options.getByRole('button', { name: 'Sign out' }).click();
  await expect(options.getByText('Only on this device: 2 drafts.')).toBeVisible();
  await options.getByRole('button', { name: 'Delete and sign out' }).click();
  await expect(options.getByRole('heading', { name: 'Sign in to GoPath' })).toBeVisible();
  await form.noDraftsOnDevice();
  await form.page.close();
  await server.start();

  // Panel and settings stay open while people change.
  for (const person of ['staff', 'mentor'] as const) {
    await extension.signIn(options, demoEmail(person), DEMO_PASSWORD);
    await expect(options.getByText(demoEmail(person))).toBeVisible();
    await expect(options.getByText('There are no unsent changes.')).toBeVisible();
    const next = await openNewNote(extension);
    await expect(next.body).toHaveText('');
    await next.page.close();
    await expect(panel.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(panel.page.getByText(sentence)).toHaveCount(0);
    await expect(panel.page.getByText('Sofia Alvarez')).toHaveCount(0);
    await options.getByRole('button', { name: 'Sign out' }).click();
    await options.getByRole('region', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click();
    await expect(options.getByRole('heading', { name: 'Sign in to GoPath' })).toBeVisible();
  }
});

test('a session ended by the server keeps the draft for its author and hides it from others', async ({
  extension,
  server,
  signInAs,
}) => {
  await signInAs('mentor');
  const panel = await writeOffline(extension, server);
  const { access } = await extension.tokens();
  await panel.page.close();
  await server.start();
  await fetch(`${server.url}/api/session/revoke/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}` },
  });
  const ended = await extension.open('sidepanel');
  await expect(ended.getByRole('heading', { name: 'Sign in again' })).toBeVisible({ timeout: 20_000 });
  await ended.close();

  await signInAs('staff');
  const others = await extension.open('sidepanel');
  await expect(others.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(others.getByText(sentence)).toHaveCount(0);
  await expect(others.getByRole('button', { name: /Sofia Alvarez/ })).toHaveCount(0);
  const form = await openNewNote(extension);
  await expect(form.body).toHaveText('');
  expect(await form.draftsOnDevice()).toContain(sentence);
  await others.close();
  await form.page.close();
  // A sign-out deletes only that person's data.
  const options = await extension.open('options');
  await expect(options.getByText('There are no unsent changes.')).toBeVisible();
  await options.getByRole('button', { name: 'Sign out' }).click();
  await options.getByRole('region', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(options.getByRole('heading', { name: 'Sign in to GoPath' })).toBeVisible();

  await signInAs('mentor');
  const mine = new PanelPage(await extension.open('sidepanel'));
  await mine.choose('Sofia Alvarez');
  await expect(mine.body).toContainText(sentence);
});

test('signing out names the offline task changes that would be lost', async ({
  extension,
  server,
  signInAs,
}) => {
  await signInAs('student');
  const popup = new PopupPage(await extension.open('popup'));
  const tasks = popup.page.getByRole('region', { name: 'Upcoming tasks' });
  await expect(tasks.getByRole('checkbox')).toHaveCount(5);
  const [name] = await tasks.getByRole('link').allTextContents();
  await server.kill();
  await tasks.getByRole('checkbox').first().click();
  await expect(popup.page.getByText('Kept on this device until you are online.')).toBeVisible();
  await popup.page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  const card = popup.page.getByRole('region', { name: 'Sign out' });
  await expect(card).toContainText('Only on this device: 1 task change.');
  await card.getByRole('button', { name: 'Delete and sign out' }).click();
  await expect(popup.page.getByRole('heading', { name: 'Sign in to GoPath' })).toBeVisible();
  await popup.page.close();

  await server.start();
  await signInAs('student');
  const again = await extension.open('popup');
  await expect(again.getByRole('checkbox', { name: `Complete ${name}` })).toBeVisible();
});
