import { expect, expectAccessible, test } from '../../test.ts';
import { restJson } from '../../api.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

// covers: USER-025 USER-026
test('a family sees the free membership and its history; staff correct it', async ({ signedIn, server }) => {
  const student = await signedIn('student', { at: 'blank' });
  const { pk, full_name: name } = await restJson<{ pk: number; full_name: string }>(
    student,
    'GET',
    '/api/me/',
  );
  const staff = await signedIn('staff');
  await staff.getByRole('link', { name: 'Memberships' }).click();
  await staff.getByLabel('Student').fill(name);
  await expect(staff.getByRole('table', { name: 'Memberships' }).getByRole('row')).toHaveCount(2);
  await expectAccessible(staff);
  await staff.getByRole('link', { name }).click();
  const form = staff.getByRole('form', { name: 'Correction' });
  await form.getByLabel('Amount').fill('3');
  await form.getByRole('button', { name: 'Correct membership' }).click();
  await expect(form.getByText('Enter a reason.')).toBeVisible();
  await form.getByLabel('Reason').fill('Missed meeting');
  await form.getByRole('button', { name: 'Correct membership' }).click();
  await expect(staff.getByRole('list', { name: 'History' })).toContainText('+3 meetings');
  await expect(staff.getByRole('list', { name: 'History' })).toContainText('Missed meeting');
  await expectAccessible(staff);
  await staff.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(staff);

  await student.goto('/me/settings/');
  const section = student.getByRole('region', { name: 'Membership' });
  await expect(section).toContainText('Free');
  await expect(section).toContainText('2 meetings a month and 1 profile rating review every 6 months');
  await section.getByRole('button', { name: 'Show history' }).click();
  await expect(section.getByRole('list', { name: 'History' })).toContainText('Correction by staff');
  await expect(section.getByRole('button', { name: 'Continue to payment' })).toHaveCount(0);
  // A button half under the top bar would count as too small.
  await student.evaluate(() => scrollTo(0, 0));
  await expectAccessible(student);

  // A lapsed membership is read-only, with one banner.
  await server.query('UPDATE memberships SET lapsed_at = now() WHERE student_pk = $1', [pk]);
  await student.reload();
  await expect(student.getByText('Your access is read-only.')).toBeVisible();
  await expect(student.getByRole('link', { name: 'Renew membership' })).toBeVisible();
  await expect(section).toContainText('Lapsed');
  const parent = await signedIn('parent', { at: 'blank' });
  await parent.goto('/me/settings/');
  await expect(parent.getByRole('region', { name: `Membership of ${name}` })).toContainText('Lapsed');
  await expectAccessible(parent);
});

test('staff change what a plan includes', async ({ signedIn }) => {
  const staff = await signedIn('staff', { at: 'blank' });
  await staff.goto('/memberships/');
  const plans = staff.getByRole('list', { name: 'Plans' });
  await expect(plans.getByRole('listitem')).toHaveCount(3);
  await expect(plans.getByRole('listitem').first()).toContainText('2 meetings a month');
  await staff.getByRole('button', { name: 'Edit plan Monthly' }).press('Enter');
  const dialog = staff.getByRole('dialog', { name: 'Edit plan Monthly' });
  await dialog.getByLabel('Price (USD)').fill('0.20');
  await dialog.getByRole('button', { name: 'Save plan' }).click();
  await expect(dialog.getByText('Enter a price from 0.50 to 10,000.')).toBeVisible();
  await expectAccessible(staff);
  await dialog.getByLabel('Price (USD)').fill('109.50');
  await dialog.getByLabel('Meetings a month').fill('6');
  await staff.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(plans).toContainText('$109.50 a month');
  await expect(plans).toContainText('6 meetings a month');
  await staff.getByRole('button', { name: 'Edit plan Free' }).click();
  await expect(staff.getByLabel(/^Price/)).toHaveCount(0);
  await staff.keyboard.press('Escape');
  await staff.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(staff);
});
