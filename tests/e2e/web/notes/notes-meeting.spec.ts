import { NoteFormPage, NoteListPage, SendDialog } from '../../../pages/notes.ts';
import { bookingWithoutNote, countNotes, graphql, makeNote, readNote } from '../../api.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { demoEmail, expect, expectAccessible, test } from '../../test.ts';

const QUESTION =
  'Would you like to send this meeting note to your student, their parents, and all of their mentors?';

test.describe('Meeting notes', () => {
  // covers: MEET-001 MEET-004 MEET-005 MEET-006 MEET-007 MEET-036 NOTE-029
  test('start with the template and a name from the URL', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const booking = await bookingWithoutNote(page);
    const form = new NoteFormPage(page);
    const path = `/notes/meeting_note/new/${booking.simplybookId}/`;
    await form.open(path);
    await expect(form.name).toHaveValue(booking.name);
    await form.open(`${path}A%20name%20in%20the%20path/`);
    await expect(form.name).toHaveValue('A name in the path');
    await form.open(`${path}?name=A%20name%20to%20prefill`);
    await expect(form.name).toHaveValue('A name to prefill');
    const [firstName = ''] = booking.client.fullName.split(' ');
    await expect(form.body).toContainText(`Hi ${firstName}`);
    await expect(form.body).toContainText('Elena Marsh');
    await expect(form.body.locator('[data-placeholder]').first()).toBeVisible();
    await expectAccessible(page);

    await form.name.fill(`About ${booking.simplybookId}`);
    await form.save.click();
    await expect(page).toHaveURL(new RegExp(`/notes/\\d+/edit/meeting_note/${booking.simplybookId}/?$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit meeting note');
    // The booking has a note: its new page redirects to the edit page.
    await page.goto(path);
    await expect(page).toHaveURL(/\/edit\/meeting_note\//);
    const pk = Number(/notes\/(\d+)/.exec(page.url())?.[1]);
    await page.goto(`/notes/${pk}/edit/meeting_note/999999/`);
    await expect(page).toHaveURL('/notes/');
    await removeNote(page, pk);
  });

  test('are not sent while this device has changes that are not saved', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const { simplybookId } = await bookingWithoutNote(page);
    const title = `Changed since ${simplybookId}`;
    const note = await makeNote(page, title, { simplybookId });
    const form = new NoteFormPage(page);
    await form.open(`/notes/${note.pk}/edit/meeting_note/${simplybookId}/`);
    await form.holdSaves();
    await form.write(' One correction.');
    await form.keptOnDevice();

    const { dialog, send, cancel } = new SendDialog(page);
    const list = new NoteListPage(page);
    await list.open();
    const row = await list.expand(title);
    await row.getByRole('button', { name: 'Send Meeting Note' }).click();
    await expect(dialog.getByText('You changed this note on this device')).toBeVisible();
    await expect(send).toBeDisabled();
    await cancel.click();

    await page.goto(`/notes/${note.pk}/`);
    await expect(page.getByText('You changed this note on this device')).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(send).toBeDisabled();
    await expectAccessible(page);
    await form.releaseSaves();
    await dialog.getByRole('link', { name: 'Show changes' }).click();
    await form.saved();

    await page.goto(`/notes/${note.pk}/`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(send).toBeEnabled();
    await expect(page.getByText('You changed this note on this device')).toBeHidden();
    await cancel.click();
    await removeNote(page, note.pk);
  });

  // covers: MEET-008 MEET-009 MEET-010 MEET-011 MEET-013 MEET-014 MEET-015 MEET-016 MEET-026
  test('the same send dialog opens from view, list and form; Cancel closes it', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const booking = await bookingWithoutNote(page);
    const note = await makeNote(page, `Ask first ${booking.simplybookId}`, {
      simplybookId: booking.simplybookId,
    });
    const { dialog, send, cancel } = new SendDialog(page);
    await page.goto(`/notes/${note.pk}/`);
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog.getByText(QUESTION)).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Send Meeting Note?' })).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Send']);
    const recipients = dialog.getByRole('list', { name: 'Recipients' });
    await expect(recipients).toContainText(booking.client.fullName);
    await expect(recipients.getByRole('listitem').filter({ hasText: 'Elena Marsh' })).toContainText('Mentor');
    await expectAccessible(page);
    await cancel.click();
    await expect(dialog).toHaveCount(0);

    const list = new NoteListPage(page);
    await list.open();
    const details = await list.expand(note.title);
    // The button moves when the text arrives.
    await expect(details).toContainText('Some text.');
    const icon = details.getByRole('button', { name: 'Send Meeting Note' });
    await icon.hover();
    await expect(page.getByRole('tooltip', { name: 'Send Meeting Note' })).toBeVisible();
    await icon.click();
    await expect(send).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await page.goto(`/notes/${note.pk}/edit/meeting_note/${booking.simplybookId}/`);
    await page.getByRole('button', { name: 'Send Meeting Note' }).click();
    await expect(send).toBeVisible();
    await cancel.click();
    expect((await readNote(page, note.pk)).meetingNote?.sent).toBe(false);
    await removeNote(page, note.pk);
  });

  // covers: MEET-014 MEET-016
  test('opening the send dialog of a new note keeps the editor and focus, and creates nothing', async ({
    signedIn,
  }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const booking = await bookingWithoutNote(page);
    const form = new NoteFormPage(page);
    await form.open(`/notes/meeting_note/new/${booking.simplybookId}/`);
    const editor = await form.editorElement();
    const ask = page.getByRole('button', { name: 'Send Meeting Note' });
    const { dialog, cancel } = new SendDialog(page);
    await ask.click();
    await expect(dialog.getByRole('list', { name: 'Recipients' })).toContainText(booking.client.fullName);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(ask).toBeFocused();
    expect(await editor.evaluate((element) => element.isConnected)).toBe(true);
    await ask.click();
    await cancel.click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page).toHaveURL('/notes/');
    expect((await bookingWithoutNote(page)).simplybookId).toBe(booking.simplybookId);
  });

  test('sending a new note again after a lost response creates one note', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const booking = await bookingWithoutNote(page);
    const title = `Sent once ${booking.simplybookId}`;
    const form = new NoteFormPage(page);
    const keys: string[] = [];
    await page.route('**/graphql', async (route) => {
      const text = route.request().postData() ?? '';
      if (!text.includes('CreateNote')) return route.continue();
      keys.push(/"idempotencyKey":"([^"]+)"/.exec(text)?.[1] ?? '');
      if (keys.length > 1) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await form.open(`/notes/meeting_note/new/${booking.simplybookId}/`);
    await form.name.fill(title);
    await form.rewrite('Sent once.');
    const { send } = new SendDialog(page);
    await page.getByRole('button', { name: 'Send Meeting Note' }).click();
    await send.click();
    await expect(page.getByText('Not sent.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await send.click();
    await expect(page).toHaveURL(/\/notes\/\d+\/$/);
    expect(new Set(keys).size).toBe(1);
    expect(await countNotes(page, title)).toBe(1);
  });

  // covers: MEET-002 MEET-003 MEET-012 MEET-021 MEET-023 MEET-024 MEET-025 MEET-031 MEET-033
  test('is written and sent; student and parent read it, and nobody can change it', async ({
    signedIn,
    server,
  }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const booking = await bookingWithoutNote(page);
    const form = new NoteFormPage(page);
    await form.open(`/notes/meeting_note/new/${booking.simplybookId}/`);
    const title = `To be sent ${booking.simplybookId}`;
    await form.name.fill(title);
    const { dialog, send } = new SendDialog(page);

    // A note with placeholders cannot be sent.
    await page.getByRole('button', { name: 'Send Meeting Note' }).click();
    await expect(
      dialog.getByText('Fill in “key takeaways” and “before next time” before sending.'),
    ).toBeVisible();
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');

    await form.rewrite('We talked about the essay.');
    await page.getByRole('button', { name: 'Send Meeting Note' }).click();
    await page.route('**/graphql', async (route) => {
      const isSend = route.request().postData()?.includes('sendMeetingNote(') === true;
      if (isSend) await expect(dialog.getByRole('status')).toBeVisible();
      if (isSend) await expect(dialog.getByRole('button')).toHaveCount(0);
      await route.continue();
    });
    await send.click();
    await expect(snackbar(page, 'This meeting note has been sent successfully.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.unroute('**/graphql');

    await expect(page).toHaveURL(/\/notes\/\d+\/$/);
    const pk = Number(/notes\/(\d+)/.exec(page.url())?.[1]);
    await expect(page.getByText('Sent', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('list', { name: 'Recipients' })).toContainText(booking.client.fullName);
    await expectAccessible(page);
    await page.goto(`/notes/${pk}/edit/`);
    await expect(
      page.getByText('Cannot Edit: This meeting note has already been sent and cannot be edited!'),
    ).toBeVisible();
    await expectAccessible(page);

    const outbox = await page.request.get(`${server.url}/dev/outbox/`);
    const mails = await outbox.text();
    expect(mails).toContain(title);
    if (booking.client.fullName === 'Maya Okafor') {
      expect(mails).toContain(demoEmail('parent'));
      const parent = await signedIn('parent', { at: 'blank' });
      await parent.goto(`/notes/${pk}/`);
      await expect(parent.getByText('We talked about the essay.')).toBeVisible();
      await expect(parent.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    }
  });

  // covers: MEET-034 MEET-035
  test('offline, the send dialog closes and the note shows why; a refusal shows its message', async ({
    signedIn,
  }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const booking = await bookingWithoutNote(page);
    const note = await makeNote(page, `Network ${booking.simplybookId}`, {
      simplybookId: booking.simplybookId,
    });
    const { dialog, send } = new SendDialog(page);
    await page.goto(`/notes/${note.pk}/`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog.getByRole('list', { name: 'Recipients' })).toBeVisible();
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('sendMeetingNote(') === true ? route.abort() : route.continue(),
    );
    await send.click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Not sent.')).toBeVisible();
    await expect(page.locator('[data-kind]')).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute('**/graphql');

    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('sendMeetingNote(') === true
        ? route.fulfill({
            json: { data: null, errors: [{ message: 'The first reason' }, { message: 'Another' }] },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await send.click();
    await expect(snackbar(page, 'The first reason')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.unroute('**/graphql');
    await removeNote(page, note.pk);
  });
});

async function removeNote(page: Parameters<typeof graphql>[0], pk: number) {
  await graphql(page, 'mutation ($id: ID!) { deleteNotes(input: { ids: [$id] }) { deletedNotesIds } }', {
    id: btoa(`Note:${pk}`),
  });
}
