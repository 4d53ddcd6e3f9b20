import type { Page } from '@playwright/test';
import { TasksPage } from '../../../pages/tasks.ts';
import { expect, expectAccessible, test } from '../../test.ts';

let count = 0;
const unique = (name: string) => `${name} ${(count += 1)}`;

/** Returns the drafts on this device, by name and points. */
const draftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const open = indexedDB.open('gopath-drafts');
        open.addEventListener('success', () => {
          const all = open.result.transaction('drafts').objectStore('drafts').getAll();
          all.addEventListener('success', () => {
            open.result.close();
            resolve(
              all.result.map(
                ({ title, values }: { title: string; values: { points: number } }) =>
                  `${title}, ${values.points} points`,
              ),
            );
          });
        });
      }),
  );

test('the draft of a new task survives closing its tab, and is deleted when the task is added', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  await new TasksPage(page).openNewList(unique('Drafts'));
  const url = page.url();
  await page.getByRole('button', { name: 'open the form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a task' });
  await dialog.getByLabel('Name').fill('Write to Ms. Ortiz');
  await dialog.getByRole('textbox', { name: 'Description' }).click();
  await page.keyboard.type('Ask for the recommendation letter.');
  await dialog.getByRole('slider', { name: 'Points' }).press('ArrowRight');
  await expect.poll(() => draftsOf(page)).toEqual(['Write to Ms. Ortiz, 5 points']);
  const context = page.context();
  await page.close();

  const again = await context.newPage();
  await again.goto(url);
  await again.getByRole('button', { name: 'continue “Write to Ms. Ortiz”' }).click();
  const restored = again.getByRole('dialog', { name: 'Add a task' });
  await expect(restored.getByText('Draft restored')).toBeVisible();
  await expect(restored.getByLabel('Name')).toHaveValue('Write to Ms. Ortiz');
  await expect(restored.getByRole('textbox', { name: 'Description' })).toHaveText(
    'Ask for the recommendation letter.',
  );
  await expect(restored.getByRole('slider', { name: 'Points' })).toHaveValue('5');
  await expectAccessible(again);

  // Closing is not canceling: the text stays stored.
  await again.keyboard.press('Escape');
  await again.getByRole('button', { name: 'continue “Write to Ms. Ortiz”' }).click();
  await restored.getByRole('button', { name: 'Cancel' }).click();
  const question = again.getByRole('dialog', { name: 'Discard this task?' });
  await expect(question).toBeVisible();
  await expectAccessible(again);
  // Closes the question only.
  await again.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(restored.getByLabel('Name')).toHaveValue('Write to Ms. Ortiz');
  await restored.getByRole('button', { name: 'Add task' }).click();
  const tasks = new TasksPage(again);
  await expect(tasks.task('Write to Ms. Ortiz')).toContainText('5 points');
  await expect(again.getByRole('button', { name: 'open the form' })).toBeVisible();
  expect(await draftsOf(again)).toEqual([]);
});

test('an edit continues from its draft; a change by someone else shows as a conflict', async ({
  signedIn,
}) => {
  test.slow();
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Left'));
  await tasks.add('Outline', 'Outline');
  await tasks.openTask('Outline');
  const url = page.url();
  await page.getByRole('button', { name: 'Edit task' }).click();
  await page.getByRole('article').getByLabel('Name').fill('Outline of the essay');
  await expect.poll(() => draftsOf(page)).toEqual(['Outline of the essay, 0 points']);
  const context = page.context();
  await page.close();

  const other = await context.newPage();
  await other.goto(url);
  const form = other.getByRole('article');
  await expect(form.getByText('Draft restored')).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Outline of the essay');
  // A second tab does not take over the draft of the first.
  const second = await context.newPage();
  await second.goto(url);
  await expect(second.getByRole('heading', { level: 2, name: 'Outline' })).toBeVisible();
  await second.getByRole('button', { name: 'Edit task' }).click();
  await second.getByRole('article').getByLabel('Name').fill('Outline by another tab');
  await second.getByRole('article').getByRole('button', { name: 'Save task' }).click();
  await expect(second.getByRole('heading', { level: 2, name: 'Outline by another tab' })).toBeVisible();

  await form.getByRole('button', { name: 'Save task' }).click();
  await expect(form.getByText('it is now called “Outline by another tab”')).toBeVisible();
  await form.getByRole('button', { name: 'Keep mine' }).click();
  await form.getByRole('button', { name: 'Save task' }).click();
  await expect(other.getByRole('heading', { level: 2, name: 'Outline of the essay' })).toBeVisible();
  expect(await draftsOf(other)).toEqual([]);
});

test('signing out warns about an unsaved task, and deletes its draft', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Leaving'));
  await page.getByRole('button', { name: 'open the form' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Only mine');
  await expect.poll(() => draftsOf(page)).toEqual(['Only mine, 0 points']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out and lose 1 draft?' });
  await expect(dialog.getByText('Only mine')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  expect(await draftsOf(page)).toEqual([]);
});
