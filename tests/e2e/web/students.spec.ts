import { graphql } from '../api.ts';
import { expect, test } from '../test.ts';

test.slow();

// covers: STUD-001 STUD-002
test('/students shows the list of students, but not to a student', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  await page.goto('/students');
  await expect(page).toHaveURL(/\/students\/$/);
  await expect(page.getByRole('table', { name: 'Students' })).toContainText('Maya Okafor');

  const student = await signedIn('student');
  await student.goto('/students/');
  await expect(student.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await expect(
    student.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Students' }),
  ).toHaveCount(0);
});

// covers: STUD-006 STUD-007
test('only who may add students is offered to', async ({ signedIn }) => {
  const staff = await signedIn('staff');
  await staff.goto('/students/');
  await expect(staff.getByRole('heading', { name: /^Students \(\d+\)$/ })).toBeVisible();
  await staff.getByRole('link', { name: 'Add Student' }).click();
  await expect(staff).toHaveURL(/\/users\/invitations\/new\/$/);

  const mentor = await signedIn('mentor');
  await mentor.goto('/students/');
  await expect(mentor.getByRole('heading', { name: /^Students \(\d+\)$/ })).toBeVisible();
  await expect(mentor.getByRole('link', { name: 'Add Student' })).toHaveCount(0);
});

// covers: ROAD-038
test('each year of high school has its name, in the list and in the form', async ({ signedIn }) => {
  const page = await signedIn('mentor');
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
