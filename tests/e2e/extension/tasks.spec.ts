import { PopupPage } from '../../pages/extension-popup.ts';
import { TasksPage } from '../../pages/tasks.ts';
import { expectAccessible } from '../test.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(240_000);

// covers: EXT-003 EXT-011 UPC-001
test('a student completes a task in the popup, and an open tab of the app shows it without reload', async ({
  extension,
  signInAs,
}) => {
  await signInAs('student');
  const app = await extension.open('app');
  const tasks = new TasksPage(app);
  await tasks.menu.getByRole('link', { name: 'College list' }).first().click();
  await expect(tasks.task('Run the net price calculators')).toBeVisible();

  const { page } = new PopupPage(await extension.open('popup'));
  const section = page.getByRole('region', { name: 'Upcoming tasks' });
  await expect(section.getByRole('checkbox')).toHaveCount(5);
  await expect(section.getByRole('group', { name: 'Overdue' })).toContainText('Register for the spring SAT');
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Show 5 more' }).click();
  await section.getByRole('checkbox', { name: 'Complete Run the net price calculators' }).click();
  await expect(page.getByText('Completed Run the net price calculators', { exact: true })).toBeVisible();
  await expect(tasks.task('Run the net price calculators')).toHaveCount(0, { timeout: 15_000 });

  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByRole('textbox', { name: 'Add a task' }).fill('Thank Ms. Lee in 2 hours');
  await page.getByRole('textbox', { name: 'Add a task' }).press('Enter');
  await expect(section.getByRole('link', { name: 'Thank Ms. Lee' })).toBeVisible();

  // The popup closes with any click outside.
  await page.getByRole('textbox', { name: 'Add a task' }).fill('Thank Ms. Kim');
  await page.close();
  const again = await extension.open('popup');
  const line = again.getByRole('textbox', { name: 'Add a task' });
  await expect(line).toHaveValue('Thank Ms. Kim');
  await line.press('Enter');
  await expect(again.getByText('Added Thank Ms. Kim')).toBeVisible();
  await line.fill('Canceled');
  await again.getByRole('button', { name: 'Add task' }).click();
  await expect(line).toHaveCount(0);
  await again.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  const card = again.getByRole('region', { name: 'Sign out' });
  await expect(card.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expect(card).not.toContainText('draft');
});

test('a mentor sees what the pinned students have to do next, and keeps a typed task', async ({
  extension,
  signInAs,
}) => {
  await signInAs('mentor');
  const { page } = new PopupPage(await extension.openPopup());
  const section = page.getByRole('region', { name: 'Next tasks' });
  await expect(section.getByRole('listitem')).toHaveCount(2);
  await expect(section.getByRole('link').first()).toHaveAttribute(
    'href',
    /app\.html#\/users\/\d+\/tasks\/[^/]+\/\d+\/$/,
  );

  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByRole('combobox', { name: 'Student' }).fill('Maya');
  await page.getByRole('option', { name: 'Maya Okafor' }).click();
  await page.getByRole('textbox', { name: 'Add a task' }).fill('Thank Ms. Kim');
  await extension.closeSurface('popup');
  const again = await extension.openPopup();
  await expect(again.getByRole('textbox', { name: 'Add a task' })).toHaveValue('Thank Ms. Kim');
  await expect(again.getByRole('combobox', { name: 'Student' })).toHaveValue('Maya Okafor');
});
