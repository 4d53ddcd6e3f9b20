import type { Page, Request } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { countNotes, makeNote, readNote } from '../../api.ts';
import { demoEmail, type DemoPerson, expect, expectAccessible, test } from '../../test.ts';
import { NoteFormPage, NoteListPage } from '../../../pages/notes.ts';
import { SignInPage } from '../../../pages/sign-in.ts';

test.describe('Drafts', () => {
  test('a new note survives closing its tab and is restored once', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const form = new NoteFormPage(page);
    await form.holdSaves();
    await form.open('/notes/new/');
    await form.name.fill('Never lost');
    await form.write('Typed before the tab closed.');
    // The page closes immediately, without waiting until the text is stored.
    const context = page.context();
    await page.close();

    const again = await context.newPage();
    const restored = new NoteFormPage(again);
    await restored.open('/notes/new/');
    await expect(again.getByText('Draft restored')).toBeVisible();
    await expect(restored.name).toHaveValue('Never lost');
    await expect(restored.body).toHaveText('Typed before the tab closed.');
    await expectAccessible(again);

    await restored.releaseSaves();
    await restored.saveByKey();
    await expect(again).toHaveURL(/\/notes\/\d+\/edit\/$/);
    await expect(restored.body).toHaveText('Typed before the tab closed.');
    await restored.open('/notes/new/');
    await expect(restored.name).toHaveValue('');
  });

  test('two tabs write two drafts, and neither writes over the other', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const first = new NoteFormPage(page);
    await first.open('/notes/new/');
    await first.write('From the first tab.');
    await first.keptOnDevice();
    const other = await page.context().newPage();
    const second = new NoteFormPage(other);
    await second.open('/notes/new/');
    await expect(second.body).toHaveText('');
    await second.write('From the second tab.');
    await second.keptOnDevice();

    const context = other.context();
    await page.close();
    await other.close();
    const [a, b] = [await context.newPage(), await context.newPage()];
    await new NoteFormPage(a).open('/notes/new/');
    await new NoteFormPage(b).open('/notes/new/');
    const texts = [await new NoteFormPage(a).body.innerText(), await new NoteFormPage(b).body.innerText()];
    expect(texts.sort()).toEqual(['From the first tab.', 'From the second tab.']);
  });

  test('the restored draft can be discarded, and that can be undone', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Discard ${randomUUID()}`, { text: 'Stored text.' });
    const form = new NoteFormPage(page);
    await form.holdSaves();
    await form.open(`/notes/${note.pk}/edit/`);
    await form.write(' And more.');
    await form.keptOnDevice();
    await page.reload();
    await expect(form.body).toHaveText('Stored text. And more.');
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(form.body).toHaveText('Stored text.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(form.body).toHaveText('Stored text. And more.');
  });

  test('a lost response creates no second note', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const title = `Lost response ${randomUUID()}`;
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    let lost = 0;
    await page.route('**/graphql', async (route) => {
      if (lost === 0 && route.request().postData()?.includes('CreateNote') === true) {
        lost += 1;
        await route.fetch();
        await route.abort('connectionreset');
      } else await route.continue();
    });
    await form.name.fill(title);
    await form.write('Sent once.');
    await form.saveByKey();
    await expect(page.getByText('Offline, kept on this device')).toBeVisible();
    await form.saveByKey();
    await expect(page).toHaveURL(/\/notes\/\d+\/edit\/$/);
    expect(lost).toBe(1);
    expect(await countNotes(page, title)).toBe(1);
  });

  test('a save whose response was lost is repeated after the tab was closed', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const title = `Closed before the response ${randomUUID()}`;
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('CreateNote') !== true) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await form.name.fill(title);
    await form.write('Sent once.');
    await form.saveByKey();
    await expect(page.getByText('Offline, kept on this device')).toBeVisible();
    const context = page.context();
    await page.close();
    const again = await context.newPage();
    const restored = new NoteFormPage(again);
    await restored.open('/notes/new/');
    await restored.write(' More.');
    const editor = await restored.editorElement();
    await restored.saveByKey();
    await expect(again).toHaveURL(/\/notes\/\d+\/edit\/$/);
    await restored.saved();
    expect(await editor.evaluate((element) => element.isConnected)).toBe(true);
    expect(await countNotes(again, title)).toBe(1);
    const pk = Number(/\d+/.exec(new URL(again.url()).pathname)?.[0]);
    expect((await readNote(again, pk)).body).toContain('Sent once. More.');
  });

  test('discarding a restored new note does not delete it when it was continued in another tab', async ({
    signedIn,
  }) => {
    const { page, pk } = await continueNote(await signedIn('mentor', { at: 'blank' }));
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    const repeated = page.waitForResponse((response) => isCreate(response.request()));
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await repeated;
    await expect(form.body).toHaveText('');
    await form.open(`/notes/${pk}/edit/`);
    await expect(form.body).toHaveText('First words. And an hour of work.');
  });

  test('a restored new note that was continued in another tab is a conflict', async ({ signedIn }) => {
    const { page, pk } = await continueNote(await signedIn('mentor', { at: 'blank' }), ' One more.');
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    const versions = page.getByRole('region', { name: 'Two versions of this note' });
    await expect(versions.getByRole('region', { name: 'Your version' })).toContainText('One more.');
    await expect(versions.getByRole('region', { name: 'Saved version' })).toContainText('an hour of work.');
    expect((await readNote(page, pk)).body).toContain('And an hour of work.');
    await expect(page).toHaveURL(`/notes/${pk}/edit/`);
    await versions.getByRole('button', { name: 'Keep their version' }).click();
    await expect(form.body).toHaveText('First words. And an hour of work.');
  });

  test('offline: the text is kept, and is saved when the network is back', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Offline ${randomUUID()}`, { text: 'Before.' });
    const form = new NoteFormPage(page);
    await form.open(`/notes/${note.pk}/edit/`);
    await page.context().setOffline(true);
    await form.write(' Written without a network.');
    await form.keptOnDevice();
    await form.saveByKey();
    await expect(page.getByText('Offline, kept on this device')).toBeVisible();
    await page.context().setOffline(false);
    await form.saved();
    expect((await readNote(page, note.pk)).body).toContain('Before. Written without a network.');
  });

  test('full storage: the editor says that the text is not stored, and saves it when the network is back', async ({
    signedIn,
  }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Full ${randomUUID()}`, { text: 'Before.' });
    const form = new NoteFormPage(page);
    await form.open(`/notes/${note.pk}/edit/`);
    await page.context().setOffline(true);
    // The devtools' quota does not limit small writes.
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The device is full.', 'QuotaExceededError');
      };
    });
    await form.write(' Written on a full device.');
    await expect(page.getByText('Not saved. Save before leaving')).toBeVisible();
    await page.context().setOffline(false);
    await form.saveByKey();
    await form.saved();
    expect((await readNote(page, note.pk)).body).toContain('Before. Written on a full device.');
  });

  test('a session that ended keeps the draft over the next sign-in', async ({ signedIn, server }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Signed out ${randomUUID()}`, { text: 'Before.' });
    const form = new NoteFormPage(page);
    await form.holdSaves();
    await form.open(`/notes/${note.pk}/edit/`);
    await form.write(' Then the session ended.');
    await form.keptOnDevice();
    await page.context().clearCookies();
    await page.goto(`${server.url}/notes/${note.pk}/edit/`);
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await new SignInPage(page).signIn(demoEmail('mentor'), DEMO_PASSWORD);
    await expect(page).toHaveURL(new RegExp(`/notes/${note.pk}/edit/$`));
    await expect(form.body).toHaveText('Before. Then the session ended.');
  });

  test('signing out asks about drafts and then deletes them', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    await form.write('Only mine.');
    await form.keptOnDevice();
    await new NoteListPage(page).open();
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out and lose 1 draft?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await form.open('/notes/new/');
    await expect(form.body).toHaveText('Only mine.');

    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    expect(await form.draftsOnDevice()).toBe('[]');
  });
});

function isCreate(request: Request): boolean {
  return request.postData()?.includes('CreateNote') === true;
}

/** Creates a note whose response is lost, types more, closes the tab, and continues the note in another tab. */
async function continueNote(first: Page, typedSince = ''): Promise<{ page: Page; pk: number }> {
  let pk = 0;
  await first.route('**/graphql', async (route) => {
    if (!isCreate(route.request())) return route.continue();
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { createNote: { note: { pk: number } } } };
    pk = data.createNote.note.pk;
    return route.abort('connectionreset');
  });
  const created = new NoteFormPage(first);
  await created.open('/notes/new/');
  await created.name.fill(`Continued ${randomUUID()}`);
  await created.write('First words.');
  await created.saveByKey();
  await expect(first.getByText('Offline, kept on this device')).toBeVisible();
  await created.write(typedSince);
  await created.keptOnDevice();
  const page = await first.context().newPage();
  await first.close();
  const continued = new NoteFormPage(page);
  await continued.open(`/notes/${pk}/edit/`);
  await continued.write(' And an hour of work.');
  await continued.saveByKey();
  await continued.saved();
  return { page, pk };
}

test.describe('Two people in one browser', () => {
  const sentence = 'Elena’s words, not saved yet.';

  /** Elena writes a new note and does not save it. */
  async function writeAsFirst(page: Page): Promise<NoteFormPage> {
    const form = new NoteFormPage(page);
    await form.holdSaves();
    await form.open('/notes/new/');
    await form.name.fill('Elena’s draft');
    await form.write(sentence);
    await form.keptOnDevice();
    return form;
  }

  /** Signs in on the sign-in page and opens the form of a new note. */
  async function openFormAs(person: DemoPerson, page: Page): Promise<NoteFormPage> {
    await new SignInPage(page).signIn(demoEmail(person), DEMO_PASSWORD);
    await page.getByRole('button', { name: /^Your account/ }).waitFor();
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    return form;
  }

  async function expectNothingOfFirst(form: NoteFormPage) {
    await expect(form.name).toHaveValue('');
    await expect(form.body).toHaveText('');
    await expect(form.page.getByText('Draft restored')).toBeHidden();
  }

  test('signing out after the warning deletes the drafts, for everyone', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const form = await writeAsFirst(page);
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out and lose 1 draft?' });
    await expect(dialog.getByRole('listitem')).toHaveText(['Elena’s draft']);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    await form.noDraftsOnDevice();

    await expectNothingOfFirst(await openFormAs('staff', page));
    await page.request.delete('/api/session/', { headers: { origin: new URL(page.url()).origin } });
    await page.goto('/sign_in/');
    await expectNothingOfFirst(await openFormAs('mentor', page));
  });

  test('a session that the server ended keeps the draft for its author and hides it from others', async ({
    signedIn,
  }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    await writeAsFirst(page);
    // Ends the session like another device would. This page notices it by a 401 response to the alert poll or
    // to its next request.
    await page.request.delete('/api/session/', { headers: { origin: new URL(page.url()).origin } });
    const signedOut = page.getByRole('button', { name: 'Sign In' }).waitFor();
    const openNotes = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notes' });
    await Promise.race([openNotes.click().catch(() => undefined), signedOut]);
    await signedOut;

    const other = await openFormAs('staff', page);
    await expectNothingOfFirst(other);
    await other.write('Samuel’s words.');
    await other.keptOnDevice();
    expect(await other.draftsOnDevice()).toContain(sentence);
    // Signing out counts and deletes only the person's own drafts.
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out and lose 1 draft?' });
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign In' }).waitFor();

    const mine = await openFormAs('mentor', page);
    await expect(mine.name).toHaveValue('Elena’s draft');
    await expect(mine.body).toHaveText(sentence);
    expect(await mine.draftsOnDevice()).not.toContain('Samuel’s words.');
  });
});
