import type { Page } from '@playwright/test';
import { snackbar } from '../../pages/snackbar.ts';
import { addTaskForStudent } from '../api.ts';
import { expect, expectAccessible, test } from '../test.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Alerts/ });

// covers: ALRT-001 ALRT-002 ALRT-003
test('staff set what they are told; a frequency is needed for what is on', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Alert settings' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('How often the digest comes').selectOption('730');
  await page.getByLabel('Your time zone').selectOption('Europe/Berlin');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(snackbar(page, 'Alert settings saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('How often the digest comes')).toHaveValue('730');
  await expect(page.getByLabel('Your time zone')).toHaveValue('Europe/Berlin');
  await page.getByLabel('How often the digest comes').selectOption('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose how often the digest is sent')).toBeVisible();
});

// covers: ALRT-012
test('a failed save is told', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.goto('/alerts/');
  await page.getByRole('switch', { name: 'Something happened' }).click();
  await page.route('**/api/alert_settings/', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(snackbar(page, 'Failed to update alert settings')).toBeVisible();
});

test('the bell counts, shows why, reads and puts off', async ({ signedIn }) => {
  const mentor = await signedIn('mentor');
  await addTaskForStudent(mentor, 'Ask for a letter');
  const page = await signedIn('student');
  await expect(async () => {
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName(/unread/, { timeout: 1500 });
  }).toPass();
  await bell(page).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'New task: Ask for a letter' });
  await expect(entry).toContainText('You get this because somebody added a task for you.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All alerts' }).click();
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await entry.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Tomorrow morning' }).click();
  await expect(entry).toHaveCount(0);
  const readAll = page.getByRole('button', { name: 'Mark all as read' });
  if ((await readAll.getAttribute('aria-disabled')) === null) await readAll.click();
  await expect(bell(page)).toHaveAccessibleName('Alerts');
  await page.getByRole('button', { name: 'What I am told' }).click();
  await expect(page.getByRole('switch', { name: 'Digest' })).toBeVisible();
});
