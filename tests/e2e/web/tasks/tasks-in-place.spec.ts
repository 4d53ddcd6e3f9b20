import { TasksPage } from '../../../pages/tasks.ts';
import { graphql } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';

// covers: UPC-001
test('an upcoming task shows its list and repeat, and is postponed from its row', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  const list = 'Postponing';
  await tasks.openNewList(list);
  const name = 'Overslept';
  await tasks.add(`${name} today every week 15pts`, name);
  await page.goto('/tasks/');
  await page.getByRole('button', { name: 'Show 5 more' }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
  await expect(row).toContainText(`${list} · 15 points · Every week`);
  await expectAccessible(page);
  await row.getByRole('button', { name: `Postpone ${name}` }).click();
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
  await expect(tasks.message(`${name} is due tomorrow at `)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Tomorrow' }).getByRole('link', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('group', { name: 'Tomorrow' }).getByRole('link', { name })).toHaveCount(0);
  // An undone change offers no second Undo.
  await expect(tasks.message(`${name} is due today at `)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('name and due date are edited in place', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList('Editing in place');
  const before = 'Draft of the essay';
  await tasks.add(before, before);
  const detail = await tasks.openTask(before);
  await detail.getByRole('button', { name: before }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByLabel('Name').fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name is required')).toBeVisible();
  const after = 'Final essay';
  await page.getByLabel('Name').fill(after);
  await page.keyboard.press('Enter');
  await expect(tasks.task(after)).toBeVisible();
  await page.getByRole('button', { name: 'Add due date' }).click();
  await page.getByRole('textbox', { name: 'Due date', exact: true }).fill('01/05/2099');
  await page.getByRole('textbox', { name: 'Due date', exact: true }).press('Tab');
  await page.getByRole('button', { name: 'Save due date' }).click();
  await expect(tasks.task(after).getByRole('time')).toContainText('2099');
  // The list changes at once, the message appears when the server has stored it.
  await expect(page.getByText(new RegExp(`^${after} is due `))).toBeVisible();
  await page.reload();
  await expect(tasks.task(after).getByRole('time')).toContainText('2099');
});

test('a task line entered offline is stored and sent later, even before the parser was loaded', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await page.goto('/tasks/');
  await expect(tasks.quickAdd).toBeVisible();
  // The parser is not loaded yet, and cannot load.
  await page.context().setOffline(true);
  const name = 'Typed in the tunnel';
  await tasks.quickAdd.fill(name);
  await tasks.quickAdd.press('Enter');
  await expect(page.getByRole('group', { name: 'Waiting to be sent' })).toContainText(name);
  await page.context().setOffline(false);
  await expect(page.getByRole('group', { name: 'Waiting to be sent' })).toHaveCount(0);
  await expect
    .poll(async () => {
      const found = await graphql<{ searchTasks: { name: string }[] }>(
        page,
        `{ searchTasks(search: "${name}") { name } }`,
      );
      return found.searchTasks.length;
    })
    .toBe(1);
});

test('a mentor adds a task with Q for the student of the page, or for another one', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const tasks = new TasksPage(page);
  const { myStudents } = await graphql<{ myStudents: { pk: number; fullName: string }[] }>(
    page,
    '{ myStudents { pk fullName } }',
  );
  const maya = myStudents.find(({ fullName }) => fullName === 'Maya Okafor');
  await page.goto(`/users/${maya?.pk}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('q');
  const dialog = page.getByRole('dialog', { name: 'Add a task' });
  await expect(dialog.getByRole('combobox', { name: 'Student' })).toHaveValue('Maya Okafor');
  await expect(dialog.getByRole('textbox', { name: 'Add a task' })).toBeFocused();
  const name = 'Rehearse the interview';
  await page.keyboard.type(`${name} tomorrow`);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(tasks.message(`Added ${name}`)).toBeVisible();

  await page.goto('/notes/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('q');
  await expect(dialog.getByRole('combobox', { name: 'Student' })).toHaveValue('');
  await expect(dialog.getByRole('combobox', { name: 'Student' })).toBeFocused();
  await page.keyboard.type('Maya');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText('Maya Okafor');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Add a task' })).toBeFocused();
});
