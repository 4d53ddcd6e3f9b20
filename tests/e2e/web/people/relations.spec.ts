/** Relations: staff find people in the search and assign and remove mentors. */
import type { Page } from '@playwright/test';
import { snackbar } from '../../../pages/snackbar.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { chooseOption } from '#tests/helpers/browser/choose-option.ts';

const family = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Family and mentors' });

async function findPerson(page: Page, text: string, name: string) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(text);
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

// covers: USER-004 USER-013 USER-045 USER-046
test('staff remove a mentor, whose open page loses the student, and assign them again', async ({
  signedIn,
}) => {
  const mentor = await signedIn('mentor');
  const drawer = mentor.getByRole('navigation', { name: 'Main' });
  await drawer.getByRole('link', { name: 'Maya Okafor' }).click();
  await expect(mentor.getByRole('heading', { name: 'Maya Okafor', level: 1 })).toBeVisible();

  const staff = await signedIn('staff');
  await findPerson(staff, 'okofor', 'Maya Okafor');
  await family(staff).getByRole('button', { name: 'Remove Elena Marsh' }).click();
  const removal = staff.getByRole('dialog', { name: 'Remove Elena Marsh?' });
  await expect(removal).toContainText('Their current and future meetings are canceled.');
  await expectAccessible(staff);
  await removal.getByRole('button', { name: 'Remove mentor' }).click();
  await expect(snackbar(staff, 'Elena Marsh is no longer a mentor of Maya Okafor')).toBeVisible();
  await expect(family(staff).getByRole('link', { name: /Elena Marsh/ })).toHaveCount(0);

  await mentor.clock.install();
  await mentor.reload();
  await expect(mentor.getByRole('heading', { name: 'Not Found', level: 1 })).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Maya Okafor' })).toHaveCount(0);

  await staff.getByRole('button', { name: 'Actions for Maya Okafor' }).click();
  await staff.getByRole('menuitem', { name: 'Assign mentor' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Assign a mentor to Maya Okafor' });
  await expect(dialog.getByRole('combobox', { name: 'Mentor' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Assign mentor' }).click();
  await expect(dialog.getByText('Choose a mentor.')).toBeVisible();
  await chooseOption(dialog.getByRole('combobox', { name: 'Mentor' }), 'elena', 'Elena Marsh');
  await expectAccessible(staff);

  const failures: [string, object][] = [
    [
      'Failed to make assignment',
      { data: null, errors: [{ message: 'No', extensions: { code: 'INTERNAL' } }] },
    ],
    [
      'Failed to assign mentor',
      {
        data: null,
        errors: [{ message: 'A student has at most 20 mentors.', extensions: { code: 'CONFLICT' } }],
      },
    ],
  ];
  for (const [message, json] of failures) {
    await staff.route('**/graphql', (route) =>
      route.request().postData()?.includes('assignUser') === true
        ? route.fulfill({ json })
        : route.fallback(),
    );
    await dialog.getByRole('button', { name: 'Assign mentor' }).click();
    await expect(snackbar(staff, message)).toBeVisible();
    await staff.unrouteAll();
  }
  await expect(dialog.getByText('A student has at most 20 mentors.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Assign mentor' }).click();
  await expect(snackbar(staff, 'Elena Marsh is now a mentor of Maya Okafor')).toBeVisible();
  await expect(family(staff).getByRole('link', { name: /Elena Marsh/ })).toBeVisible();

  // The mentor's open page shows the student after the next poll, without a reload.
  await mentor.clock.runFor(61_000);
  await expect(mentor.getByRole('heading', { name: 'Maya Okafor', level: 1 })).toBeVisible();
});
