import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { bodyOf, bookingWithoutNote, graphql, makeNote, readNote } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { NoteFormPage } from '../../../pages/notes.ts';

test.describe('Drafts', () => {
  test('a stale save shows both versions: keep mine', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const { note, form } = await saveStale(page);
    const versions = page.getByRole('region', { name: 'Two versions of this note' });
    await expect(versions.getByRole('region', { name: 'Your version' })).toContainText('Mine.');
    await expect(versions.getByRole('region', { name: 'Saved version' })).toContainText('Theirs.');
    await expectAccessible(page);
    await versions.getByRole('button', { name: 'Keep mine' }).click();
    await form.saved();
    expect((await readNote(page, note.pk)).body).toContain('Mine.');
  });

  test('a stale save shows both versions: keep their version, with undo', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const { note, form } = await saveStale(page);
    await page.getByRole('button', { name: 'Keep their version' }).click();
    await expect(form.body).toHaveText('Theirs.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(form.body).toHaveText('Mine.');
    expect((await readNote(page, note.pk)).body).toContain('Theirs.');
  });

  test('a stale save shows both versions: a merged text', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const { note, form } = await saveStale(page);
    await page.getByRole('button', { name: 'Edit merged' }).click();
    await form.rewrite('Theirs and mine.');
    await page.getByRole('button', { name: 'Save merged' }).click();
    await form.saved();
    expect((await readNote(page, note.pk)).body).toContain('Theirs and mine.');
  });

  test('a note that someone deleted is not lost: it is saved as a new one', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Deleted ${randomUUID()}`, { text: 'First.' });
    const form = new NoteFormPage(page);
    await form.open(`/notes/${note.pk}/edit/`);
    await graphql(
      page,
      'mutation ($input: DeleteNotesInput!) { deleteNotes(input: $input) { deletedNotesIds } }',
      {
        input: { ids: [note.id] },
      },
    );
    await form.rewrite('Still here.');
    await form.saveByKey();
    await expect(page.getByText('This note was deleted')).toBeVisible();
    await page.getByRole('button', { name: 'Save as a new note' }).click();
    await expect(page).toHaveURL((url) => url.pathname !== `/notes/${note.pk}/edit/`);
    await expect(form.body).toHaveText('Still here.');
  });

  test('text written after a meeting note was sent stays visible until it is discarded', async ({
    signedIn,
  }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const { simplybookId } = await bookingWithoutNote(page);
    const note = await makeNote(page, `Sent elsewhere ${simplybookId}`, { text: 'As sent.', simplybookId });
    const form = new NoteFormPage(page);
    await form.open(`/notes/${note.pk}/edit/`);
    await sendElsewhere(page, note);
    await form.write(' Written too late.');
    await form.saveByKey();
    await expect(
      page.getByText(/This meeting note has already been sent and cannot be edited!/),
    ).toBeVisible();
    const versions = page.getByRole('region', { name: 'Two versions of this note' });
    await expect(versions.getByRole('region', { name: 'Your version' })).toContainText('Written too late.');
    await expect(versions.getByRole('button', { name: 'Keep mine' })).toHaveCount(0);
    await expectAccessible(page);
    expect((await readNote(page, note.pk)).body).not.toContain('too late');
    await page.reload();
    await expect(versions.getByRole('region', { name: 'Your version' })).toContainText('Written too late.');
    await versions.getByRole('button', { name: 'Discard mine' }).click();
    await expect(page.getByText('Written too late.')).toHaveCount(0);
  });
});

/** Sends the meeting note from another device of the author. */
async function sendElsewhere(page: Page, { id }: { id: string }) {
  const { note } = await graphql<{ note: { meetingNote: { id: string } } }>(
    page,
    'query ($id: ID!) { note(id: $id) { meetingNote { id } } }',
    { id },
  );
  await graphql(
    page,
    'mutation ($input: SendMeetingNoteInput!) { sendMeetingNote(input: $input) { meetingNote { sent } } }',
    { input: { meetingNoteId: note.meetingNote.id } },
  );
}

/** Writes 'Mine.' into a note that has 'Theirs.' since the editor opened, and saves. */
async function saveStale(page: Page) {
  const note = await makeNote(page, `Conflict ${randomUUID()}`, { text: 'First.' });
  const form = new NoteFormPage(page);
  await form.open(`/notes/${note.pk}/edit/`);
  await changeElsewhere(page, note, 'Theirs.');
  await form.rewrite('Mine.');
  await form.saveByKey();
  return { note, form };
}

/** Saves the note from another device of the author. */
async function changeElsewhere(page: Page, note: { id: string; title: string }, text: string) {
  await graphql(page, 'mutation ($input: UpdateNoteInput!) { updateNote(input: $input) { note { id } } }', {
    input: { id: note.id, title: note.title, body: bodyOf(text) },
  });
}
