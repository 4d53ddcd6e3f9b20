/** Staff disable and enable accounts and send password resets. */
import { snackbar } from '../../../pages/snackbar.ts';
import { SearchDialog } from '../../../pages/search.ts';
import { graphql } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';

// covers: USER-016 USER-028 USER-033 USER-050
test('staff disable a student, who is signed out, and enable them again', async ({ signedIn }) => {
  const student = await signedIn('student');
  const { me } = await graphql<{ me: { pk: number } }>(student, '{ me { pk } }');
  const mentor = await signedIn('mentor', { at: 'blank' });
  await mentor.goto(`/users/${me.pk}/`);
  await expect(mentor.getByRole('heading', { name: 'Maya Okafor', level: 1 })).toBeVisible();
  await mentor.getByRole('button', { name: 'Actions for Maya Okafor' }).click();
  await expect(mentor.getByRole('menuitem')).toHaveText(['View as parent']);

  const staff = await signedIn('staff', { at: 'blank' });
  await staff.clock.install();
  await staff.goto(`/users/${me.pk}/`);
  const menu = staff.getByRole('button', { name: 'Actions for Maya Okafor' });

  await staff.route('**/send_password_reset/**', (route) => route.abort());
  await menu.click();
  await staff.getByRole('menuitem', { name: 'Send password reset' }).click();
  await expect(snackbar(staff, 'Failed to dispatch reset password email')).toBeVisible();
  await staff.unrouteAll();
  await menu.click();
  await staff.getByRole('menuitem', { name: 'Send password reset' }).click();
  await expect(snackbar(staff, 'Password reset email sent to Maya Okafor')).toBeVisible();

  await menu.click();
  await staff.getByRole('menuitem', { name: 'Disable account' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Disable Maya Okafor?' });
  await expect(dialog).toContainText('their booked meetings are canceled');
  await dialog.getByLabel('Reason').fill('Left the program');
  const refusal = 'This is the last person who can disable accounts. Give someone else the permission first.';
  await staff.route('**/change_state/**', (route) =>
    route.fulfill({ status: 409, json: { code: 'CONFLICT', detail: refusal } }),
  );
  await dialog.getByRole('button', { name: 'Disable account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(refusal);
  await expect(dialog.getByLabel('Reason')).toHaveValue('Left the program');
  await expectAccessible(staff);
  await staff.unrouteAll();
  await dialog.getByRole('button', { name: 'Disable account' }).click();
  const countdown = staff.getByRole('dialog', { name: 'Maya Okafor is disabled' });
  await expect(countdown.getByText(/^This page reloads in (10|9) seconds\.$/)).toBeVisible();
  await expect(countdown.getByRole('button', { name: 'Reload now' })).toBeVisible();
  await student.reload();
  await expect(student).toHaveURL(/\/sign_in\/$/);

  await staff.clock.runFor(10_000);
  await expect(countdown).toHaveCount(0);
  await expect(staff.getByText('Reason: Left the program')).toBeVisible();
  // The search still finds the person for staff who can enable them.
  await staff.goto('/');
  const search = new SearchDialog(staff);
  await search.open();
  await search.find('okafor may');
  await staff.clock.runFor(300);
  await search.choice(/^Maya Okafor.*Student · Disabled$/).click();
  await menu.click();
  await staff.getByRole('menuitem', { name: 'Enable account' }).click();
  await staff.getByRole('dialog').getByRole('button', { name: 'Enable account' }).click();
  await staff.getByRole('button', { name: 'Reload now' }).click();
  await expect(staff.getByRole('dialog')).toHaveCount(0);
  await expect(menu).toBeVisible();
  await expect(staff.getByText('Reason: Left the program')).toHaveCount(0);
});
