import { SearchDialog } from '../../../pages/search.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { makeNote } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

test('finds tasks, students, notes and pages from every page, and opens them by keyboard', async ({
  signedIn,
}) => {
  const page = await signedIn('mentor');
  const search = new SearchDialog(page);
  const note = await makeNote(page, 'Zephyr scholarship interview');

  await page.keyboard.press('Control+k');
  await expect(search.field).toBeFocused();
  await search.find('okaf');
  await expect(search.group('Students')).toHaveText(['MOMaya Okafor']);
  await expect(search.marked).toHaveText('MOMaya Okafor');
  await expect(search.marked.locator('mark')).toHaveText('Okaf');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users\/\d+\//);
  await expect(search.dialog).toHaveCount(0);
  await expect(page.locator('#content')).toBeFocused();
  await expect(page.locator('#content')).toContainText('Maya Okafor');

  await page.keyboard.press('/');
  await search.find('net price');
  const task = search.group('Open tasks').first();
  await expect(task).toContainText('Run the net price calculators');
  await expect(task).toContainText(/ · College list.+\d/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Run the net price calculators' })).toBeVisible();

  await search.open();
  await search.find('zephyr');
  await expect(search.group('Notes')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: note.title })).toBeVisible();

  await search.open();
  await search.find('stud');
  await expect(search.group('Go to').first()).toHaveText('Students');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/students\/$/);

  await search.open();
  await search.find('sat prep');
  await expect(search.choice(/SAT prep/).first()).toBeVisible();
});

test('arrow keys move through all groups, and a link leads to the remaining notes', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const search = new SearchDialog(page);
  for (let made = 1; made <= 7; made += 1) await makeNote(page, `Quokka visit ${made}`);
  await search.open();
  await expect(search.marked).toHaveText('New note');
  await page.keyboard.press('ArrowDown');
  await expect(search.marked).toHaveText('New meeting note');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(search.choices.last()).toHaveAttribute('aria-selected', 'true');

  await search.find('quokka');
  await expect(search.group('Notes')).toHaveCount(7);
  await expect(search.choices.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(search.marked).toHaveText('All notes with “quokka”');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search notes' })).toHaveValue('quokka');
});

test('each role finds its own content and only the actions it can take', async ({ signedIn }) => {
  const page = await signedIn('student');
  const search = new SearchDialog(page);
  await search.open();
  await expect(search.group('Actions')).toHaveText([/^Add a task/, 'New list']);
  await expect(search.group('Go to')).toHaveText([
    'Dashboard',
    'Learning Center',
    'Roadmap',
    'Profile Rating',
    'Essays',
    'Notes',
    'Meetings',
    'Interactions',
    'Invite Users',
    'Tasks',
    'All alerts',
  ]);
  await search.find('robotics');
  await expect(search.group('Open tasks').first()).toContainText('My own plans');
  await search.find('own plans');
  await expect(search.group('Lists')).toContainText([/My own plans.*Private/]);
  await search.find('okafor');
  await expect(search.group('Students')).toHaveCount(0);

  const mentor = new SearchDialog(await signedIn('mentor'));
  await mentor.open();
  await mentor.find('robotics summer');
  await expect(mentor.dialog.getByText('Nothing found for “robotics summer”').first()).toBeVisible();
  await mentor.find('bug rep');
  await expect(mentor.group('Go to')).toHaveCount(0);

  const staff = new SearchDialog(await signedIn('staff'));
  await staff.open();
  await expect(staff.group('Go to')).toContainText(['Bug Reports', 'Alerts']);

  const parent = new SearchDialog(await signedIn('parent'));
  await parent.open();
  await parent.find('maya');
  await expect(parent.group('Students')).toHaveText(['MOMaya Okafor']);
  await parent.find('new note');
  await expect(parent.group('Actions')).toHaveCount(0);
});

test('shortcuts open the search except while typing, and Escape returns the focus', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const search = new SearchDialog(page);
  await page.goto('/notes/');
  const notesField = page.getByRole('searchbox', { name: 'Search notes' });
  await notesField.focus();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await expect(notesField).toHaveValue('/?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(search.field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search.dialog).toHaveCount(0);
  await expect(notesField).toBeFocused();

  await search.open();
  await page.keyboard.press('Control+k');
  await expect(search.dialog).toHaveCount(0);
  await expect(search.button).toBeFocused();

  // In the editor the same shortcut creates a link.
  await page.goto('/notes/new/');
  await page.getByRole('textbox', { name: 'Body' }).click();
  await page.keyboard.type('/?q');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(search.dialog).toHaveCount(0);
});

test('the ? key shows every shortcut, and Q adds a task from every page', async ({ signedIn }) => {
  const page = await signedIn('student');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByRole('region', { name: 'Everywhere' })).toContainText('Add a taskQ');
  await expect(help.getByRole('region', { name: 'Writing a note' })).toContainText('BoldCtrlB');
  await expectAccessible(page);
  // No dialog opens over another.
  await page.keyboard.press('q');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);

  await page.keyboard.press('q');
  const add = page.getByRole('dialog', { name: 'Add a task' });
  await expect(add.getByRole('textbox', { name: 'Add a task' })).toBeFocused();
  await page.keyboard.type('Fold the paper cranes 20pts');
  await expect(add.getByText('20 points')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(snackbar(page, 'Added Fold the paper cranes')).toBeVisible();
  await expect(add).toHaveCount(0);

  await page.goto('/tasks/');
  await expect(page.getByRole('textbox', { name: 'Add a task' })).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByRole('textbox', { name: 'Add a task' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('text typed while the dialog of a new task opens is its text', async ({ signedIn }) => {
  const page = await signedIn('student');
  const add = page.getByRole('dialog', { name: 'Add a task' });
  const field = add.getByRole('textbox', { name: 'Add a task' });
  const isAsked = Promise.withResolvers<void>();
  const isTyped = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('TaskListChoices') === true) {
      isAsked.resolve();
      await isTyped.promise;
    }
    await route.continue();
  });
  await page.keyboard.press('q');
  await isAsked.promise;
  await page.keyboard.type('Oil the');
  isTyped.resolve();
  await expect(field).toHaveValue('Oil the');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toHaveCount(0);

  // The next time the lists are known, and the field still waits for the focus.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.press('q');
  await expect(field).toBeVisible();
  await page.keyboard.type('Oil the');
  await page.clock.runFor(100);
  await expect(field).toBeFocused();
  await page.keyboard.type(' bike');
  await expect(field).toHaveValue('Oil the bike');
});

test('a new meeting note starts with choosing its meeting', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const search = new SearchDialog(page);
  await search.open();
  await search.find('meeting');
  await search.choice('New meeting note').click();
  const choose = page.getByRole('dialog', { name: 'New meeting note' });
  await expect(choose.getByRole('combobox')).toHaveAttribute('placeholder', 'Choose the meeting');
  await expect(choose.getByRole('option').first()).toBeVisible();
  await choose.getByRole('combobox').fill('no such meeting');
  await expect(choose.getByText('Nothing found for “no such meeting”').first()).toBeVisible();
  await choose.getByRole('combobox').fill('');
  await page.keyboard.press('Backspace');
  await expect(search.field).toHaveValue('meeting');
  await search.choice('New meeting note').click();
  await choose.getByRole('option').first().click();
  await expect(page).toHaveURL(/\/notes\/meeting_note\/new\/\d+\/$/);
  await expect(page.getByRole('heading', { level: 1, name: 'New meeting note' })).toBeVisible();
});

test('a search without results can become a task', async ({ signedIn }) => {
  const page = await signedIn('student');
  const search = new SearchDialog(page);
  await search.open();
  await search.find('Buy violin strings friday');
  await expect(
    search.dialog.getByText('Nothing found for “Buy violin strings friday”').first(),
  ).toBeVisible();
  await expect(search.choices).toHaveText(['Add “Buy violin strings friday” as a task']);
  await page.keyboard.press('Enter');
  const add = page.getByRole('dialog', { name: 'Add a task' });
  await expect(add.getByRole('textbox')).toHaveValue('Buy violin strings friday');
  await expect(add.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(snackbar(page, 'Added Buy violin strings')).toBeVisible();
});

test('any text can be searched, however long or unusual', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const search = new SearchDialog(page);
  await search.open();
  for (const odd of ['%_\\', '.*[zq](', "'; DROP TABLE notes; --", '<i>qq</i>', '😀😀', '\u202Ezq']) {
    await search.find(odd);
    await expect(
      search.dialog.getByText(`Nothing found for “${odd}”`, { exact: true }).first(),
    ).toBeVisible();
  }
  await search.find('a'.repeat(5000));
  await expect(search.field).toHaveValue('a'.repeat(100));
  await expect(search.dialog.getByText(/^Nothing found/).first()).toBeVisible();
  const panel = await search.dialog.boundingBox();
  expect(panel?.width).toBeLessThanOrEqual(1280);
});

test('the search is accessible with and without results', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const search = new SearchDialog(page);
  await search.open();
  await expectAccessible(page);
  await search.find('sat');
  await expect(search.choices.first()).toBeVisible();
  await expectAccessible(page);
  await search.find('zzzz');
  await expect(search.dialog.getByText('Nothing found for “zzzz”').first()).toBeVisible();
  await expectAccessible(page);
});

test('on a phone, a button opens the search as a sheet', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const search = new SearchDialog(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await search.open();
  await search.find('price');
  await expect(search.group('Open tasks').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await search.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(search.dialog).toHaveCount(0);
  await expect(search.button).toBeFocused();
});

test('finds colleges and classes of the roadmap', async ({ signedIn }) => {
  const page = await signedIn('student');
  const search = new SearchDialog(page);
  await search.open();
  await search.find('stanford');
  await expect(search.group('Roadmap')).toHaveText([/^Stanford University.*College/]);
  await search.find('chemistry');
  await search.group('Roadmap').filter({ hasText: 'Class' }).first().click();
  await expect(page).toHaveURL(/\/roadmap\/academics\/$/);
});
