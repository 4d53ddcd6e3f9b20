/** Exporting and deleting a person's data: their own in the settings, a child's on a page for the parents. */
import { statSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { snackbar } from '../../../pages/snackbar.ts';
import { graphql } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('a parent exports the data of their child, is alerted, and downloads it once', async ({ signedIn }) => {
  const page = await signedIn('parent', { at: 'blank' });
  const { myStudents } = await graphql<{ myStudents: { pk: number; fullName: string }[] }>(
    page,
    '{ myStudents { pk fullName } }',
  );
  const [child] = myStudents;
  await page.goto(`/users/${child?.pk}/`);
  await page.getByRole('button', { name: /^Actions for/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Personal data' }).press('Enter');
  await expect(page).toHaveURL(`/users/${child?.pk}/personal_data/`);
  await expect(section(page, 'Export data')).toBeVisible();
  await expectAccessible(page);
  await section(page, 'Export data').getByRole('button', { name: 'Export data' }).press('Enter');
  const download = section(page, 'Export data').getByRole('button', { name: 'Download ZIP' });
  await expect(download).toBeVisible();
  await expectAccessible(page);
  // Before the download: afterwards no alert is needed.
  const alert = page.getByRole('link', { name: `The data of ${child?.fullName} is ready` });
  await expect(async () => {
    await page.goto('/alerts/feed/');
    await expect(alert).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await alert.press('Enter');
  const file = page.waitForEvent('download');
  await download.press('Enter');
  expect(statSync(await (await file).path()).size).toBeGreaterThan(2_000);
  await expect(section(page, 'Export data').getByText('Last download:')).toBeVisible();
  await expect(download).toHaveCount(0);
});

test('a student requests the deletion of their account and keeps it', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  await page.goto('/me/settings/');
  const deletion = section(page, 'Delete account');
  await deletion.getByRole('button', { name: 'Delete account' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const field = dialog.getByLabel('Type “Maya Okafor” to confirm');
  await field.fill('Maya');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.route('**/deletion/', (route) => route.abort());
  await field.fill('Maya Okafor');
  await page.keyboard.press('Enter');
  await expect(snackbar(page, 'Could not request the deletion. Try again.')).toBeVisible();
  await page.unrouteAll();
  await expect(field).toHaveValue('Maya Okafor');
  await field.press('Enter');
  await expect(deletion.getByText(/^Your account will be deleted on /)).toBeVisible();
  await page.goto('/');
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Review deletion' }).press('Enter');
  await deletion.getByRole('button', { name: 'Keep account' }).press('Enter');
  await expect(snackbar(page, 'Deletion canceled')).toBeVisible();
  await expect(deletion.getByRole('button', { name: 'Delete account' })).toBeVisible();
  await expect(page.getByText(/^Your account will be deleted on /)).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(page);
});

test('the last holder of a permission cannot be deleted; others cannot open the page', async ({
  signedIn,
}) => {
  const staff = await signedIn('staff', { at: 'blank' });
  await staff.goto('/me/settings/');
  await section(staff, 'Delete account').getByRole('button', { name: 'Delete account' }).click();
  await staff.getByLabel('Type “Samuel Whitfield” to confirm').fill('Samuel Whitfield');
  await staff.keyboard.press('Enter');
  await expect(snackbar(staff, /This is the last person with the permission/)).toBeVisible();

  const mentor = await signedIn('mentor', { at: 'blank' });
  const { myStudents } = await graphql<{ myStudents: { pk: number }[] }>(mentor, '{ myStudents { pk } }');
  await mentor.goto(`/users/${myStudents[0]?.pk}/personal_data/`);
  await expect(mentor.getByRole('heading', { name: 'Not Found', level: 1 })).toBeVisible();
});
