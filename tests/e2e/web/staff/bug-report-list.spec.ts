import { BugReportPages } from '../../../pages/bug-reports.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { expect, test } from '../../test.ts';

// covers: BUG-025
test('a failed archive shows an error, and Back shows the list with its filters', async ({ signedIn }) => {
  const page = await signedIn('staff', { at: 'blank' });
  const report = new BugReportPages(page);
  await report.visitForm();
  await report.description.fill('To be archived');
  await report.send();
  await expect(snackbar(page, 'Your bug report was sent. Thank you.')).toBeVisible();
  await page.goto('/bug_reports/');
  const all = page.getByRole('radio', { name: 'All' });
  await page.getByText('All', { exact: true }).click();
  await page.getByLabel('Search').fill('in no report');
  await page.getByText('Nothing found').waitFor();
  await page.getByLabel('Search').fill('to be archived');
  await page.getByRole('link', { name: 'To be archived' }).click();
  await page.getByRole('button', { name: 'Archive' }).waitFor();
  await page.route('**/graphql', (route) => route.abort());
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(snackbar(page, 'Failed to archive bug report')).toBeVisible();
  await page.goBack();
  await expect(all).toBeChecked();
  await expect(page.getByLabel('Search')).toHaveValue('to be archived');
});

test('people without the permission get Not Found', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  await expect(page.getByRole('link', { name: 'Bug Reports' })).toHaveCount(0);
  for (const path of ['/bug_reports/', '/bug_reports/1/', '/alerts/']) {
    await page.goto(path);
    await expect(page.getByText('Not Found')).toBeVisible();
  }
});
