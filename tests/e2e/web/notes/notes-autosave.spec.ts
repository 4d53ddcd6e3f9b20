import { randomUUID } from 'node:crypto';
import { countNotes, makeNote, readNote } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { NoteFormPage } from '../../../pages/notes.ts';
import { snackbar } from '../../../pages/snackbar.ts';

test.describe('Automatic saving', () => {
  test('a stored note is saved when typing pauses', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Autosave ${randomUUID()}`, { text: 'Before.' });
    const form = new NoteFormPage(page);
    await form.open(`/notes/${note.pk}/edit/`);
    await form.write(' Typed.');
    await form.saved();
    expect((await readNote(page, note.pk)).body).toContain('Before. Typed.');
  });

  test('the last words are saved when the person leaves the note immediately', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Left ${randomUUID()}`, { text: 'Before.' });
    const form = new NoteFormPage(page);
    await form.open(`/notes/${note.pk}/edit/`);
    await form.write(' Last words.');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Students' }).click();
    await expect.poll(async () => (await readNote(page, note.pk)).body).toContain('Before. Last words.');
    await form.noDraftsOnDevice();
  });

  // covers: NOTE-029
  test('a new note is created when typing pauses, and the person types on in the same editor', async ({
    signedIn,
  }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const title = `Autosave new ${randomUUID()}`;
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    await form.name.fill(title);
    await form.write('First.');
    const editor = await form.editorElement();
    await expect(page).toHaveURL(/\/notes\/\d+\/edit\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit note');
    expect(await editor.evaluate((element) => element.isConnected)).toBe(true);
    await expect(form.body).toBeFocused();
    await page.keyboard.type(' Second.');
    const pk = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
    await expect.poll(async () => (await readNote(page, pk)).body).toContain('First. Second.');
    expect(await countNotes(page, title)).toBe(1);
  });

  test('Save opens the note when it was already saved automatically', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Finished ${randomUUID()}`, { text: 'Before.' });
    const form = new NoteFormPage(page);
    await form.open(`/notes/${note.pk}/edit/`);
    await form.write(' Typed.');
    await form.saved();
    await form.save.click();
    await expect(page).toHaveURL(`/notes/${note.pk}/`);
    await expect(page.getByRole('article')).toContainText('Before. Typed.');
  });

  test('Cancel asks first, and restores the note as it was when it was opened', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Restore ${randomUUID()}`, { text: 'Before.' });
    const form = new NoteFormPage(page);
    await form.open(`/notes/${note.pk}/edit/`);
    await form.write(' Typed.');
    await form.saved();
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    await cancel.click();
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(form.body).toHaveText('Before. Typed.');
    await cancel.click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL('/notes/');
    const { body } = await readNote(page, note.pk);
    expect(body).toContain('Before.');
    expect(body).not.toContain('Typed.');
  });

  test('Cancel of a new note deletes what was saved automatically, and says so when it cannot', async ({
    signedIn,
  }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const title = `Discard new ${randomUUID()}`;
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    await form.name.fill(title);
    await form.write('Saved automatically.');
    await form.saved();
    const dialog = page.getByRole('dialog', { name: 'Discard this note?' });
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    await page.context().setOffline(true);
    await cancel.click();
    await dialog.getByRole('button', { name: 'Discard note' }).click();
    await expect(
      snackbar(page, 'Could not discard your changes. Your text is saved. Try again.'),
    ).toBeVisible();
    await page.context().setOffline(false);
    expect(await countNotes(page, title)).toBe(1);
    await cancel.click();
    await dialog.getByRole('button', { name: 'Discard note' }).click();
    await expect(page).toHaveURL('/notes/');
    expect(await countNotes(page, title)).toBe(0);
  });
});
