import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { NoteListPage } from '../../../pages/notes.ts';
import { bookingWithoutNote, graphql, makeNote } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { snackbar } from '../../../pages/snackbar.ts';

test.describe('Notes list', () => {
  // covers: NOTE-002 NOTE-008 NOTE-009 NOTE-013 NOTE-014 NOTE-015 NOTE-020 NOTE-021
  test('shows own notes, the last changed first, ten a page', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const title = `Newest ${randomUUID()}`;
    await makeNote(page, title);
    const list = new NoteListPage(page);
    await list.open();
    await expect(list.table.getByRole('columnheader')).toHaveText([
      'Select all rows',
      'Subject',
      'Created At',
      'Updated At',
      'Sent',
      'Created By',
      'Student',
      'Mentor',
      'Actions',
    ]);
    const subjects = await list.subjects();
    expect(subjects).toHaveLength(10);
    expect(title.startsWith(subjects[0]?.replace('…', '') ?? '-')).toBe(true);
    await expect(list.table.getByRole('columnheader', { name: 'Updated At' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    const authors = await list.table.getByRole('row').locator('td:nth-child(6)').allTextContents();
    expect(new Set(authors.map((text) => text.replace('Created By', '')))).toEqual(new Set(['Elena Marsh']));
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create Note' }).click();
    await expect(page).toHaveURL('/notes/new/');
  });

  // covers: NOTE-010 NOTE-011
  test('searches the subject or the body on Enter, and keeps the search in the URL', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const word = randomUUID();
    const inTitle = await makeNote(page, `Title ${word}`, { text: 'Nothing here.' });
    const inBody = await makeNote(page, `Body of ${randomUUID()}`, { text: `The word is ${word}.` });
    const list = new NoteListPage(page);
    await list.open();
    await expect(page.getByRole('combobox', { name: 'Search in' }).getByRole('option')).toHaveText([
      'Subject',
      'Body',
    ]);
    await list.searchFor(word);
    await expect.poll(() => list.subjects()).toEqual([inTitle.title]);
    await expect(list.search).toBeFocused();
    await list.searchFor(word, 'Body');
    await expect.poll(() => list.subjects()).toEqual([inBody.title]);
    await page.reload();
    await list.loaded();
    await expect.poll(() => list.subjects()).toEqual([inBody.title]);
    await page.goBack();
    await page.goBack();
    await list.loaded();
    await expect.poll(() => list.subjects()).toEqual([inTitle.title]);
    await list.searchFor('no note has this in its name');
    await expect(page.getByRole('heading', { name: 'No note matches' })).toBeVisible();
    await expectAccessible(page);
  });

  // covers: NOTE-012
  test("'Filter Users' chooses own notes and those by others", async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const list = new NoteListPage(page);
    await list.open();
    const own = await total(list);
    await list.toggleAuthors('Created by others');
    const both = await total(list);
    await list.toggleAuthors('Created by me');
    const others = await total(list);
    expect(others).toBeGreaterThan(0);
    expect(both).toBe(own + others);
    const authors = await list.table.getByRole('row').locator('td:nth-child(6)').allTextContents();
    expect(authors.every((text) => !text.includes('Elena Marsh'))).toBe(true);
  });

  // covers: NOTE-014 NOTE-020
  test('sorts by every column, pages by cursor, and keeps both in the URL', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const list = new NoteListPage(page);
    await list.open();
    for (const column of ['Created At', 'Sent', 'Created By', 'Student', 'Mentor', 'Subject']) {
      await list.sortBy(column);
      await list.loaded();
      await expect(list.table.getByRole('columnheader', { name: column })).not.toHaveAttribute(
        'aria-sort',
        'none',
      );
    }
    const compare = new Intl.Collator('en').compare;
    const sorted = (subjects: string[]) =>
      subjects.toSorted((a, b) => (isDescending(page.url()) ? compare(b, a) : compare(a, b)));
    await expect(async () => {
      const subjects = await list.subjects();
      expect(subjects).toEqual(sorted(subjects));
    }).toPass();
    const first = await list.subjects();
    await page.getByRole('button', { name: 'Next page' }).click();
    await list.loaded();
    await expect.poll(() => list.subjects()).not.toEqual(first);
    const second = await list.subjects();
    await page.reload();
    await list.loaded();
    await expect.poll(() => list.subjects()).toEqual(second);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await list.loaded();
    await expect.poll(() => list.subjects()).toEqual(first);
    await page.goBack();
    await list.loaded();
    await expect.poll(() => list.subjects()).toEqual(second);
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('25');
    await list.loaded();
    await expect.poll(async () => (await list.subjects()).length).toBe(25);
  });

  // covers: NOTE-016 USER-002
  test('hides the Student column from students, who have their roadmap in the menu', async ({ signedIn }) => {
    const roadmapOf = (page: Page) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Roadmap' });
    const mentor = await signedIn('mentor', { at: 'blank' });
    const notes = new NoteListPage(mentor);
    await notes.open();
    await expect(notes.table.getByRole('columnheader', { name: 'Student' })).toBeVisible();
    await expect(roadmapOf(mentor)).toHaveCount(0);
    const page = await signedIn('student');
    await expect(roadmapOf(page)).toBeVisible();
    const list = new NoteListPage(page);
    await list.open('?by=others');
    await expect(list.table.getByRole('columnheader', { name: 'Mentor' })).toBeVisible();
    await expect(list.table.getByRole('columnheader', { name: 'Student' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Create Note' })).toHaveCount(0);
    await expectAccessible(page);
  });

  test('filters by student, meeting notes and unsent meeting notes, and keeps the filter in the URL', async ({
    signedIn,
  }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const booking = await bookingWithoutNote(page);
    const { simplybookId } = booking;
    const unsent = await makeNote(page, `Unsent ${randomUUID()}`, { simplybookId });
    const plain = await makeNote(page, `Plain ${randomUUID()}`);
    const list = new NoteListPage(page);
    await list.open();
    await expect.poll(() => list.subjects()).toContain(plain.title);
    await list.show('Not sent');
    await expect.poll(() => list.subjects()).toContain(unsent.title);
    await expect(list.row(plain.title)).toHaveCount(0);
    await expect(list.table.getByText('Not sent', { exact: true })).toHaveCount(
      (await list.subjects()).length,
    );
    await list.show('Meeting notes');
    await list.showStudent(booking.client.fullName);
    await expect.poll(() => list.subjects()).toContain(unsent.title);
    await expectAccessible(page);
    await page.reload();
    await list.loaded();
    await expect(page.getByRole('combobox', { name: 'Student' })).toHaveValue(/./);
    await expect(list.row(unsent.title)).toHaveCount(1);
    await graphql(page, 'mutation ($id: ID!) { deleteNotes(input: { ids: [$id] }) { deletedNotesIds } }', {
      id: unsent.id,
    });
  });

  test('a student starts on the notes they received', async ({ signedIn }) => {
    const page = await signedIn('student', { at: 'blank' });
    const list = new NoteListPage(page);
    await list.open();
    expect((await list.subjects()).length).toBeGreaterThan(0);
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  });

  test('a row takes two lines on a phone', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    await page.setViewportSize({ width: 360, height: 740 });
    const list = new NoteListPage(page);
    await list.open();
    const heights = await list.table
      .getByRole('row')
      .filter({ has: page.getByRole('link') })
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThan(80);
  });

  // covers: NOTE-017 NOTE-018 NOTE-019
  test('a row expands to its sanitized text and its actions', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const title = `${randomUUID()} with a name that is longer than fifty characters`;
    const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await makeNote(page, title, { text: evil });
    const list = new NoteListPage(page);
    await list.open();
    const shown = (await list.subjects())[0] ?? '';
    expect([...shown].length).toBeLessThanOrEqual(50);
    expect(shown.endsWith('…')).toBe(true);
    const details = await list.expand(title);
    await expect(details).toContainText(evil);
    await expect(details.locator('img, script')).toHaveCount(0);
    await expect(page).toHaveTitle('Notes · GoPath');
    await expect(details.getByRole('link', { name: 'View' })).toBeVisible();
    await expect(details.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect(details.getByRole('button', { name: 'Delete' })).toBeVisible();
    await expectAccessible(page);
    await details.getByRole('link', { name: 'View' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  // covers: NOTE-041
  test('deletes one note', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Gone ${randomUUID()}`);
    const list = new NoteListPage(page);
    await list.open();
    const details = await list.expand(note.title);
    await details.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(snackbar(page, `Deleted ${note.title}`)).toBeVisible();
    await expect(list.row(note.title)).toHaveCount(0);
  });

  // covers: NOTE-042 NOTE-043 MEET-022
  test('deletes several notes, and names those that could not be deleted', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const sent = await graphql<{
      allNotes: { edges: { node: { title: string; meetingNote: { sent: boolean } | null } }[] };
    }>(page, '{ allNotes(first: 100, orderBy: "-sent") { edges { node { title meetingNote { sent } } } } }');
    const stays = sent.allNotes.edges.find(({ node }) => node.meetingNote?.sent === true)?.node.title ?? '';
    const notes = [await makeNote(page, `One ${randomUUID()}`), await makeNote(page, `Two ${randomUUID()}`)];
    const list = new NoteListPage(page);
    await list.open();
    for (const { title } of notes) await list.select(title);
    await page
      .getByRole('toolbar', { name: 'Selected notes' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(snackbar(page, 'Deleted 2 notes')).toBeVisible();

    await list.open('?sort=-sent');
    await page
      .getByRole('checkbox', { name: `Select ${stays}` })
      .first()
      .check();
    await page
      .getByRole('toolbar', { name: 'Selected notes' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(snackbar(page, `Failed to delete ${stays}`)).toBeVisible();
  });

  test('hides the selection while no selected note is in the list', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const note = await makeNote(page, `Selected ${randomUUID()}`);
    const list = new NoteListPage(page);
    await list.open();
    await list.select(note.title);
    const toolbar = page.getByRole('toolbar', { name: 'Selected notes' });
    await expect(toolbar.getByText('1 selected')).toBeVisible();
    const search = page.getByPlaceholder('Search notes');
    await search.fill(randomUUID());
    await search.press('Enter');
    await expect(page.getByText('No note matches')).toBeVisible();
    await expect(toolbar).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(toolbar.getByText('1 selected')).toBeVisible();
  });

  // covers: API-010 API-013
  test('shows an error when the list does not load, and loads it again', async ({ signedIn }) => {
    const page = await signedIn('mentor', { at: 'blank' });
    const list = new NoteListPage(page);
    await list.open();
    await page.route('**/graphql', (route) =>
      route.fulfill({ status: 500, json: { errors: [{ message: 'No' }] } }),
    );
    await page.goto('/notes/?sort=title');
    await expect(page.getByRole('heading', { name: 'Data Load Error' })).toBeVisible();
    await expect(page.getByText('An error occurred while loading this resource.')).toBeVisible();
    await list.page.goto('/notes/?q=anything');
    await expect(page.getByRole('heading', { name: 'Search error' })).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await list.loaded();
  });
});

async function total(list: NoteListPage): Promise<number> {
  const heading = await list.page.getByRole('heading', { level: 1 }).innerText();
  return Number(/\d+/.exec(heading.replace(',', ''))?.[0]);
}

function isDescending(url: string): boolean {
  return new URL(url).searchParams.get('sort')?.startsWith('-') ?? true;
}
