import { randomUUID } from 'node:crypto';
import { NoteFormPage } from '../../../pages/notes.ts';
import { bodyOf, makeNote, readNote } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';
import { chooseOption } from '#tests/helpers/browser/choose-option.ts';

test.describe('Note form', () => {
  // covers: NOTE-001 NOTE-003 NOTE-006 NOTE-029
  test('creates a note about a student and leads to its edit page', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const title = `Written ${randomUUID()}`;
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    await expectAccessible(page);
    await form.name.fill(title);
    const student = page.getByRole('combobox', { name: 'Student' });
    await chooseOption(student, 'maya', 'Maya Okafor');
    await form.write('Talked about the summer.');
    await form.save.click();
    await expect(page).toHaveURL(/\/notes\/\d+\/edit\/$/);
    await expect(form.name).toHaveValue(title);
    await expect(student).toHaveValue('Maya Okafor');
    await expect(form.body).toHaveText('Talked about the summer.');
    await form.write(' And the fall.');
    await form.save.click();
    await form.saved();
    const pk = Number(/\d+/.exec(page.url().split('/notes/')[1] ?? '')?.[0]);
    expect((await readNote(page, pk)).body).toContain('And the fall.');
  });

  // covers: FORM-018 NOTE-030 NOTE-031 NOTE-032
  test('asks for a name of at most 100 characters and for a text', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    await form.save.click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expect(page.getByText('Body is required')).toBeVisible();
    await expect(form.name).toBeFocused();
    await expectAccessible(page);
    await form.name.fill('x'.repeat(101));
    await expect(page.getByText('Name must be at most 100 characters')).toBeVisible();
    await form.write('Text.');
    await form.save.click();
    await expect(page).toHaveURL('/notes/new/');
    await form.name.fill('x'.repeat(100));
    await form.save.click();
    await expect(page).toHaveURL(/\/notes\/\d+\/edit\/$/);
  });

  // covers: NOTE-007
  test('Cancel leads back to where the form was opened, else to the list', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Cancel ${randomUUID()}`);
    await page.goto(`/notes/${note.pk}/`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = new NoteFormPage(page);
    await form.body.waitFor();
    await form.write(' Thrown away.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL(`/notes/${note.pk}/`);
    await form.open(`/notes/${note.pk}/edit/`);
    await expect(form.body).toHaveText('Some text.');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/notes/');
  });

  // covers: API-014
  test("shows the server's first error when a note cannot be saved", async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const form = new NoteFormPage(page);
    await form.open('/notes/new/');
    await form.name.fill('Refused');
    await form.write('Text.');
    await page.route('**/graphql', (route) =>
      route.fulfill({
        json: {
          data: null,
          errors: [
            { message: 'The first reason', extensions: { code: 'INVALID_INPUT' } },
            { message: 'The second reason', extensions: { code: 'INVALID_INPUT' } },
          ],
        },
      }),
    );
    await form.save.click();
    await expect(page.getByText('The first reason')).toBeVisible();
    await expect(form.body).toHaveText('Text.');
  });
});

test.describe('Note view', () => {
  // covers: NOTE-004 NOTE-022 NOTE-023 NOTE-024
  test('shows title, date and sanitized text, and links to the list', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const evil = '<script>document.title=1</script>';
    const note = await makeNote(page, `Seen ${randomUUID()}`, { body: bodyOf('Kind words.', evil) });
    await page.goto(`/notes/${note.pk}/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(note.title);
    await expect(page.getByText(/^Created today at .* by Elena Marsh · Modified today at /)).toBeVisible();
    await expect(page.getByText('Kind words.')).toBeVisible();
    await expect(page.getByText(evil)).toBeVisible();
    await expect(page).toHaveTitle(`${note.title} · GoPath`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Notes List' }).click();
    await expect(page).toHaveURL('/notes/');
  });

  // covers: NOTE-005 API-011 API-017
  test('a missing note, someone else’s note and a malformed URL all link to the list', async ({
    signedIn,
  }) => {
    const staff = await signedIn('staff', { at: 'blank' });
    const foreign = await makeNote(staff, `Foreign ${randomUUID()}`);
    const page = await signedIn('mentor', { at: 'blank' });
    for (const pk of ['999999', String(foreign.pk), '99999999999', 'abc']) {
      await page.goto(`/notes/${pk}/`);
      await expect(page).toHaveURL('/notes/');
      await expect(
        snackbar(page, 'Not Found: The resource you were looking for could not be found.'),
      ).toBeVisible();
    }
  });

  test('works at 360 pixels: nothing is wider than the screen', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Narrow ${randomUUID()}`);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/', '/notes/', '/notes/new/', `/notes/${note.pk}/`, `/notes/${note.pk}/edit/`]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoSideScroll(page, path);
      await expectAccessible(page);
    }
  });
});
