/** The audit log for privacy staff, and the account activity in everyone's settings. */
import { readFileSync } from 'node:fs';
import { restJson } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';
import { chooseOption } from '#tests/helpers/browser/choose-option.ts';

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
  await chooseOption(page.getByRole('combobox', { name: 'Person' }), 'elena', /Elena Marsh/);
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

test('an event about the person who caused it names the student', async ({ signedIn, server }) => {
  await server.query(
    `INSERT INTO security_events (kind, actor_pk, subject_pk, object_pk, detail)
     SELECT 'relation_removed', mentor.pk, mentor.pk, student.pk, 'mentor' FROM users AS mentor, users AS student
     WHERE mentor.full_name = 'Elena Marsh' AND student.full_name = 'Maya Okafor'`,
  );
  const page = await signedIn('staff', { at: 'blank' });
  await page.goto('/audit_log/?kind=relation_removed');
  const row = page.getByRole('table', { name: 'Events' }).getByRole('row', { name: 'Mentor removed' });
  await expect(row.getByRole('link')).toHaveText(['Elena Marsh', 'Maya Okafor']);
  await page.goto('/audit_log/?kind=sign_in');
  const signIn = page.getByRole('row', { name: 'Signed in' }).first();
  await expect(signIn.getByRole('cell').nth(2)).toHaveText(/–$/);
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
