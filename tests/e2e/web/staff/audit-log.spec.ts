/** The audit log for privacy staff, and the account activity in everyone's settings. */
import { readFileSync } from 'node:fs';
import { restJson } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

test('staff filter the audit log by event, person and day, and export it', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.getByRole('link', { name: 'Audit Log' }).click();
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('row');
  await expect(rows.nth(25)).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeEnabled();
  await expectAccessible(page);

  await page.getByLabel('Event', { exact: true }).selectOption('Mentor or parent added');
  await expect(rows.nth(1)).toContainText(/^(Mentor|Parent) added/);
  await page.getByRole('combobox', { name: 'Person' }).fill('elena');
  await page.getByRole('option', { name: /Elena Marsh/ }).click();
  await expect(page).toHaveURL(/\/audit_log\/\?kind=relation_added&person=\d+$/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Elena Marsh');
  await expect(rows.nth(1)).toContainText('Elena Marsh and ');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter');
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toContain('Mentor added,,,Elena Marsh,');

  await page.getByLabel('To', { exact: true }).fill('01/01/2026');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('heading', { name: 'No matching events' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(page);
});

test('a student sees in the settings who viewed their data; only staff see the log of everyone', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const staff = await signedIn('staff', { at: 'blank' });
  const { pk } = await restJson<{ pk: number }>(page, 'GET', '/api/me/');
  await staff.goto(`/users/${pk}/`);
  await expect(staff.getByRole('heading', { name: 'Maya Okafor' })).toBeVisible();
  await page.goto('/me/settings/');
  const activity = page.getByRole('region', { name: 'Account activity' });
  await expect(
    activity.getByText('Student data viewed by staff: name, year and points · By Samuel Whitfield'),
  ).toBeVisible();
  await expect(activity.getByText('Mentor added · Elena Marsh')).toBeVisible();
  await page.goto('/audit_log/');
  await expect(page.getByRole('heading', { name: 'Not Found', level: 1 })).toBeVisible();
});
