/** The profile of a person: contact data, edited in place, and the addresses of the viewer's profile. */
import type { Page } from '@playwright/test';
import { snackbar } from '../../../pages/snackbar.ts';
import { graphql, restJson } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

const contact = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Contact' });

async function save(page: Page, label: string, value: string) {
  const card = contact(page);
  const field = card.getByLabel(label, { exact: true });
  await field.fill(value);
  await card.getByRole('button', { name: 'Save' }).click();
  return field;
}

/** Returns tomorrow in the format of the birthday field. */
function tomorrow(): string {
  const date = new Date(Date.now() + 2 * 86_400_000);
  return date.toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' });
}

// covers: USER-010 USER-011 USER-012 USER-029 USER-030 USER-031 USER-047 USER-048 USER-049
test('a mentor edits the contact data of a student', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Maya Okafor' }).click();
  const interactions = page.getByRole('region', { name: 'Recent interactions' });
  await expect(interactions.getByRole('listitem')).toHaveCount(4);
  await interactions.getByRole('link', { name: 'All interactions' }).click();
  await expect(page.getByRole('combobox', { name: 'Student' })).toHaveText(/Maya Okafor/);
  await page.goBack();

  const card = contact(page);
  await card.getByRole('button', { name: 'Edit phone number' }).click();
  const phone = await save(page, 'Phone number', '415 555 013');
  await expect(card.getByText('Enter a phone number with exactly 10 digits.')).toBeVisible();
  await expect(phone).toHaveValue('415 555 013');
  await expectAccessible(page);
  await page.route('**/update_phone_number/**', (route) => route.abort());
  await save(page, 'Phone number', '+1 (415) 555-0132');
  await expect(snackbar(page, 'Failed to update phone number')).toBeVisible();
  await expect(phone).toHaveValue('+1 (415) 555-0132');
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('link', { name: '(415) 555-0132' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Edit phone number' })).toBeFocused();

  await card.getByRole('button', { name: 'Edit birthday' }).click();
  await save(page, 'Birthday', tomorrow());
  await expect(card.getByText('Birthday cannot be in the future')).toBeVisible();
  await page.route('**/update_birthday/**', (route) => route.abort());
  await save(page, 'Birthday', '05/31/2009');
  await expect(snackbar(page, 'Failed to update birthday')).toBeVisible();
  await page.unrouteAll();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('May 31, 2009')).toBeVisible();

  await card.getByRole('button', { name: 'Edit tracker link' }).press('Enter');
  const link = await save(page, 'Tracker link', 'javascript:alert(1)');
  await expect(card.getByText('Enter a full address that starts with https:// or http://.')).toBeVisible();
  await page.route('**/update_tracker_link/**', (route) => route.abort());
  await save(page, 'Tracker link', 'https://sheets.example/maya');
  await expect(snackbar(page, 'Failed to update tracker link')).toBeVisible();
  await page.unrouteAll();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByRole('link', { name: 'sheets.example/maya' })).toHaveAttribute(
    'href',
    'https://sheets.example/maya',
  );
  await card.getByRole('button', { name: 'Edit tracker link' }).click();
  await link.press('Escape');
  await expect(link).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(page);
});

// covers: USER-006 USER-007 USER-008 USER-009 USER-015 SHEL-024
test('a student edits their own phone and birthday at /me/, and finds their settings', async ({
  signedIn,
}) => {
  const page = await signedIn('student');
  const { pk } = await restJson<{ pk: number }>(page, 'GET', '/api/me/');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/me/');
  const card = contact(page);
  await card.getByRole('button', { name: 'Edit phone number' }).click();
  await save(page, 'Phone number', '4155550132');
  await expect(card.getByRole('link', { name: '(415) 555-0132' })).toBeVisible();
  await expect(card.getByText('Tracker link')).toBeVisible();
  await expect(card.getByRole('button', { name: /^Edit/ })).toHaveCount(2);

  await page.goto('/me/roadmap/colleges/');
  await expect(page).toHaveURL('/roadmap/colleges/');
  await page.goto('/me/student_profile_rating/');
  await expect(page).toHaveURL(`/users/${pk}/student_profile_rating/`);
  await page.goto('/me/tasks/sat-preparation/');
  await expect(page).toHaveURL('/tasks/sat-preparation/');
  await page.goto(`/users/${pk}/settings/`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await page.goto(`/users/${pk + 1}/settings/`);
  await expect(page.getByRole('heading', { name: 'Not Found', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
  await expect(page).toHaveURL('/me/settings/');
});

test('a parent sees no contact data of their child', async ({ signedIn }) => {
  const page = await signedIn('parent', { at: 'blank' });
  const { myStudents } = await graphql<{ myStudents: { pk: number }[] }>(page, '{ myStudents { pk } }');
  await page.goto(`/users/${myStudents[0]?.pk}/`);
  await expect(page.getByRole('region', { name: 'Family and mentors' })).toBeVisible();
  await expect(contact(page)).toHaveCount(0);
});
