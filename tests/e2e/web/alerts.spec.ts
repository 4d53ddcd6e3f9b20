import type { Page } from '@playwright/test';
import { snackbar } from '../../pages/snackbar.ts';
import { addTaskForStudent } from '../api.ts';
import { expect, expectAccessible, test } from '../test.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Alerts/ });

// covers: ALRT-001 ALRT-002 ALRT-003
test('staff change their alert settings; an enabled digest needs a frequency', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Alert settings' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Send digest').selectOption('730');
  await page.getByLabel('Your time zone').selectOption('Europe/Berlin');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(snackbar(page, 'Alert settings saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Send digest')).toHaveValue('730');
  await expect(page.getByLabel('Your time zone')).toHaveValue('Europe/Berlin');
  await page.getByLabel('Send digest').selectOption('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Choose how often to send the digest')).toBeVisible();
});

// covers: ALRT-012
test('a failed save shows an error', async ({ signedIn }) => {
  const page = await signedIn('staff', { at: 'blank' });
  await page.goto('/alerts/');
  await page.getByRole('switch', { name: 'Activity' }).click();
  await page.route('**/api/alert_settings/', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(snackbar(page, 'Failed to update alert settings')).toBeVisible();
});

test('the bell counts alerts, shows the reason, marks as read and snoozes', async ({ signedIn }) => {
  const mentor = await signedIn('mentor', { at: 'blank' });
  await addTaskForStudent(mentor, 'Ask for a letter');
  const page = await signedIn('student');
  await expect(async () => {
    await page.reload();
    await expect(bell(page)).toHaveAccessibleName(/unread/, { timeout: 1500 });
  }).toPass();
  await bell(page).click();
  const entry = page.getByRole('listitem').filter({ hasText: 'New task: Ask for a letter' });
  await expect(entry).toContainText('You get this because someone added a task for you.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All alerts' }).click();
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await entry.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Snooze until tomorrow morning' }).click();
  await expect(entry).toHaveCount(0);
  const readAll = page.getByRole('button', { name: 'Mark all as read' });
  if ((await readAll.getAttribute('aria-disabled')) === null) await readAll.click();
  await expect(bell(page)).toHaveAccessibleName('Alerts');
  await page.getByRole('link', { name: 'Alert settings' }).click();
  await expect(page.getByRole('switch', { name: 'Digest' })).toBeVisible();
});

test('everyone finds the alert settings in the user menu and turns quiet hours on', async ({ signedIn }) => {
  const page = await signedIn('student');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Alert settings' }).click();
  await expect(page).toHaveURL(/\/me\/settings\/alerts\/$/);
  await expectAccessible(page);
  const quiet = page.getByRole('switch', { name: 'Quiet hours' });
  const save = page.getByRole('button', { name: 'Save' });
  // Only mentors are alerted about students without meetings.
  await expect(page.getByText(/^A meeting note for you/)).not.toContainText('student');
  // New accounts have quiet hours from 9 PM.
  await expect(page.getByLabel('From')).toHaveValue('21');
  await quiet.click();
  await expect(page.getByLabel('From')).toHaveCount(0);
  await save.click();
  await expect(snackbar(page, 'Alert settings saved')).toBeVisible();
  await page.reload();
  await expect(quiet).not.toBeChecked();
  await quiet.click();
  await page.getByLabel('From').selectOption('20');
  await save.click();
  await expect(snackbar(page, 'Alert settings saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('From')).toHaveValue('20');
  await expect(page.getByLabel('Until')).toHaveValue('7');
  // ALRT-003: the page in the side menu stays with the permission.
  await page.goto('/alerts/');
  await expect(page.getByRole('heading', { name: 'Alert settings' })).toHaveCount(0);
});
