import { snackbar } from '../../../pages/snackbar.ts';
import { REFUSAL } from '../../roadmap.ts';
import { graphql, refuseOperation } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { chooseOption } from '#tests/helpers/browser/choose-option.ts';

test.slow();

// covers: STUD-001 STUD-002
test('/students shows the list of students, and Not Found to a student', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students');
  await expect(page).toHaveURL(/\/students\/$/);
  await expect(page.getByRole('table', { name: 'Students' })).toContainText('Maya Okafor');

  const student = await signedIn('student', { at: 'blank' });
  await student.goto('/students/');
  await expect(student.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await expect(
    student.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Students' }),
  ).toHaveCount(0);
});

test('the table is no wider than its card, also where all columns just fit', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students/');
  const table = page.getByRole('table', { name: 'Students' });
  await expect(table).toContainText('Maya Okafor');
  for (const width of [1280, 1251]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(table.getByRole('columnheader', { name: 'Next meeting' })).toBeVisible();
    const overflow = () =>
      table.evaluate(({ parentElement }) =>
        parentElement === null ? null : parentElement.scrollWidth - parentElement.clientWidth,
      );
    await expect.poll(overflow, `at ${width} px`).toBe(0);
  }
});

// covers: STUD-006 STUD-007
test('only people who can add students see the button', async ({ signedIn }) => {
  const staff = await signedIn('staff', { at: 'blank' });
  await staff.goto('/students/');
  await expect(staff.getByRole('heading', { name: /^Students \(\d+\)$/ })).toBeVisible();
  await staff.getByRole('link', { name: 'Add Student' }).click();
  await expect(staff).toHaveURL(/\/users\/invitations\/new\/$/);

  const mentor = await signedIn('mentor', { at: 'blank' });
  await mentor.goto('/students/');
  await expect(mentor.getByRole('heading', { name: /^Students \(\d+\)$/ })).toBeVisible();
  await expect(mentor.getByRole('link', { name: 'Add Student' })).toHaveCount(0);
});

// covers: ROAD-038
test('each year of high school has its name, in the list and in the form', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const { allStudents } = await graphql<{
    allStudents: { edges: { node: { fullName: string; roadmap: { year: string } | null } }[] };
  }>(page, '{ allStudents(first: 50) { edges { node { fullName roadmap { year } } } } }');
  const names = { FR: 'Freshman', SO: 'Sophomore', JR: 'Junior', SR: 'Senior' } as const;
  await page.goto('/students/');
  for (const [code, name] of Object.entries(names)) {
    const student = allStudents.edges.find(({ node }) => node.roadmap?.year === code)?.node;
    await expect(page.getByRole('row', { name: student?.fullName as string })).toContainText(name);
  }
  await page.getByRole('link', { name: /Roadmap of Maya Okafor/ }).click();
  await page.getByRole('navigation', { name: 'Roadmap' }).getByRole('link', { name: 'Preferences' }).click();
  const year = page.getByLabel('Year', { exact: true });
  for (const [code, name] of Object.entries(names)) {
    await year.selectOption({ label: name });
    await expect(year).toHaveValue(code);
  }
});

// covers: STUD-010 STUD-011 STUD-018 STUD-019 ROAD-014 ROAD-015 ROAD-016 ROAD-017 ROAD-018 ROAD-019 ROAD-020 ROAD-022
// covers: ROAD-023 ROAD-024
test('a mentor creates a roadmap from the students list; staff see N/A', async ({ signedIn }) => {
  const staff = await signedIn('staff', { at: 'blank' });
  await staff.goto('/students/');
  const cellOf = (name: string, index: number) =>
    staff.getByRole('row', { name }).getByRole('cell').nth(index);
  await expect(cellOf('Ethan Brooks', 1)).toHaveText(/N\/A$/);
  await expect(cellOf('Zoe Papadakis', 1)).toContainText('Sophomore');
  await expect(cellOf('Zoe Papadakis', 2)).toHaveText(/N\/A$/);
  await expect(cellOf('Maya Okafor', 1)).toContainText('Junior');
  // Staff do not see interactions: an unknown one is not a missing one.
  await expect(staff.getByText('No interaction yet')).toHaveCount(0);
  await expect(staff.getByRole('button', { name: /^Create/ })).toHaveCount(0);

  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students/');
  await page.getByRole('button', { name: 'Create Roadmap' }).click();
  const dialog = page.getByRole('dialog');
  await expect(
    dialog.getByText('Ethan Brooks has no roadmap yet. Would you like to create one?'),
  ).toBeVisible();
  await expect(dialog.getByRole('form')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'No' }).click();
  await expect(dialog.getByText('You can return to this page')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog.getByLabel('Year', { exact: true })).toHaveValue('FR');
  const thisYear = await page.evaluate(() => new Date().getFullYear());
  await expect(dialog.getByLabel('Graduation year')).toHaveValue(String(thisYear + 4));
  await expect(dialog.getByLabel('Graduation year').getByRole('option')).toHaveText(
    Array.from({ length: 9 }, (_, index) => String(thisYear + index)),
  );
  const university = dialog.getByRole('combobox', { name: 'University attending' });
  await chooseOption(dialog.getByRole('combobox', { name: 'School' }), 'dublin', /^Dublin High/);
  await chooseOption(university, 'stanford', /^Stanford University/);
  await chooseOption(dialog.getByRole('combobox', { name: 'Interested majors' }), 'compter', /Computer/);
  await expectAccessible(page);
  await refuseOperation(page, 'CreateRoadmap', REFUSAL, 'A second message');
  await dialog.getByRole('button', { name: 'Create Roadmap' }).click();
  await expect(snackbar(page, REFUSAL)).toBeVisible();
  await expect(page.getByText('A second message')).toHaveCount(0);
  await expect(dialog.getByRole('combobox', { name: 'School' })).toHaveValue('Dublin High');
  await page.unroute('**/graphql');
  await dialog.getByRole('button', { name: 'Create Roadmap' }).click();
  await expect(snackbar(page, 'Roadmap successfully created')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row', { name: /Ethan Brooks/ });
  await expect(row).toContainText('Freshman');
  await row.getByRole('link', { name: /^Roadmap of/ }).click();
  await page.getByRole('navigation', { name: 'Roadmap' }).getByRole('link', { name: 'Preferences' }).click();
  await expect(page.getByRole('combobox', { name: 'School' })).toHaveValue('Dublin High');
  await expect(page.getByRole('combobox', { name: 'University attending' })).toHaveValue(
    'Stanford University',
  );
  await expect(page.getByRole('list', { name: 'Chosen majors' })).toContainText('Computer');
});

test('a mentor sorts students by the reasons for which they need attention', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students/');
  const table = page.getByRole('table', { name: 'Students' });
  const row = table.getByRole('row', { name: /Maya Okafor/ });
  await expect(row).toContainText('1 task overdue');
  await expect(row).toContainText(/today|yesterday|\d+ days ago/);
  await table.getByRole('button', { name: 'Needs attention' }).click();
  await expect(table.getByRole('columnheader', { name: 'Needs attention' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(table.getByRole('row').nth(1)).toContainText(/overdue|No contact/);
  await expectAccessible(page);
});

// covers: STUD-005 STUD-008 STUD-009 STUD-012 STUD-013 STUD-014 STUD-016 STUD-017
test('a mentor filters and sorts the students and opens one', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students/');
  await expect(page.getByRole('heading', { name: 'Students (8)' })).toBeVisible();
  const names = page.getByRole('row').locator('td:first-child');
  await expect(names).toHaveCount(8);
  // The text is the avatar's initials, then the name.
  await expect(names.filter({ hasText: 'Maya Okafor' })).toHaveText('MOMaya Okafor');
  await expect(page.getByRole('button', { name: /^(Pin|Unpin) / })).toHaveCount(8);
  await expect(page.getByRole('row', { name: /Noah Lindqvist/ })).toContainText('Create SPR');
  const rating = page
    .getByRole('row', { name: /Liam Castellano/ })
    .getByRole('cell')
    .nth(2);
  await expect(rating).toHaveText(/300$/);
  for (const [year, tone] of [
    ['Freshman', /text-accent-text/],
    ['Sophomore', /text-danger/],
    ['Junior', /text-warning/],
    ['Senior', /text-success/],
  ] as const) {
    await expect(page.getByRole('table').getByText(year, { exact: true }).first()).toHaveClass(tone);
  }
  await page.getByLabel('Filter by name').fill('maya');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByLabel('Filter by name').fill('');
  await page.getByRole('button', { name: 'Year', exact: true }).first().click();
  await page.getByRole('checkbox', { name: 'Freshman' }).check();
  await page.getByRole('checkbox', { name: 'Senior' }).check();
  await expect(page.getByRole('heading', { name: 'Students (3)' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Freshman|Senior/ })).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Freshman' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Students (2)' })).toBeVisible();
  await page.getByRole('columnheader', { name: 'Student Profile Rating' }).getByRole('button').click();
  await expect(page.getByRole('row').nth(1)).toContainText('Liam Castellano');
  const pinned = page.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: 'Liam Castellano' });
  await page.getByRole('button', { name: 'Pin Liam Castellano' }).click();
  await expect(pinned).toBeVisible();
  await page.getByRole('button', { name: 'Unpin Liam Castellano' }).click();
  await expect(pinned).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('row').nth(1).getByRole('cell').nth(2).click();
  await expect(page).toHaveURL(/\/users\/\d+\/$/);
  await expect(page.getByRole('heading', { name: 'Liam Castellano', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Roadmap' })).toContainText('Graduates in');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Students (2)' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Liam Castellano');
  await expect(page.getByRole('columnheader', { name: 'Student Profile Rating' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
});

// covers: API-013
test('a failed search of the students filter shows Search error, and Try again searches', async ({
  signedIn,
}) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students/');
  await expect(page.getByRole('table', { name: 'Students' })).toContainText('Maya Okafor');
  await refuseOperation(page, 'AllStudents', 'Not now');
  await page.getByLabel('Filter by name').fill('maya');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Search error');
  await page.unroute('**/graphql');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
});
