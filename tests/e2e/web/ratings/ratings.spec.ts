import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { signUp } from '../../../pages/sign-up.ts';
import { graphql } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

test.slow();

// covers: STUD-015 SPR-003 SPR-006
test('a mentor creates a rating from the students list and reads one with its chart and history', async ({
  signedIn,
}) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students/');
  await page.getByRole('button', { name: 'Create SPR' }).first().click();
  await expect(page).toHaveURL(/\/users\/\d+\/student_profile_rating\/$/);
  await expect(page.getByRole('heading', { name: /^Student profile rating of/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Points' })).toContainText('100');

  await page.goto('/students/');
  await page.getByRole('link', { name: 'Profile rating of Liam Castellano: 300' }).click();
  await expect(
    page.getByRole('heading', { name: 'Student profile rating of Liam Castellano' }),
  ).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Points' })).toHaveAttribute('aria-valuenow', '300');
  await expect(page.getByText('Target points 360')).toBeVisible();
  const categories = page.getByRole('region', { name: 'Categories' });
  await expect(categories.getByRole('progressbar')).toHaveCount(7);
  for (const name of [
    'Academic performance and potential',
    'Love of learning',
    'Leadership',
    'Demonstrated concern for others',
    'Originality and creativity',
    'Persistence',
    'Cross-cultural engagement',
  ]) {
    await expect(categories.getByRole('progressbar', { name })).toHaveAttribute('aria-valuemax', '60');
  }
  const chart = page.getByRole('table', { name: /Depth and breadth/ });
  await expect(chart.getByRole('row', { name: /^Leadership \d \d$/ })).toHaveCount(1);
  await expect(page.getByText('+40 since the review of')).toBeVisible();
  await expect(
    page.getByRole('img', { name: /^Trend of points: 220 points on .*, 260 points .*, 300/ }),
  ).toBeVisible();
  const reviews = page.getByRole('table', { name: 'Reviews' });
  await expect(reviews.getByRole('row')).toHaveCount(4);
  await expect(reviews.getByRole('row').nth(1)).toContainText(/300.*\+40.*360/);
  await reviews
    .getByRole('button', { name: /^Show details of Review/ })
    .last()
    .click();
  await expect(reviews.getByText(/^Depth|of 60/).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSideScroll(page);
});

// covers: SPR-001
test('a student and the parent read the rating', async ({ signedIn }) => {
  const student = await signedIn('student', { at: 'blank' });
  await student.goto('/me/student_profile_rating/');
  await expect(student.getByRole('heading', { name: 'Student profile rating', exact: true })).toBeVisible();
  await expect(student.getByRole('region', { name: 'Points' })).toContainText('250 of 420 points');
  await expect(student.getByText('Three years of reading with second graders')).toBeVisible();
  const parent = await signedIn('parent', { at: 'blank' });
  await parent.goto('/students/');
  await parent.getByRole('link', { name: 'Profile rating of Maya Okafor: 250' }).click();
  await expect(parent.getByText('Three years of reading with second graders')).toBeVisible();
});

// covers: SPR-007 SPR-008 SPR-009
test('a student without a rating and their staff see that it is not generated yet', async ({
  page,
  server,
  signedIn,
}) => {
  await signUp(page, server, {
    firstName: 'Noor',
    lastName: 'Haddad',
    email: 'noor.haddad@gopath.example',
    password: DEMO_PASSWORD,
  });
  await page.getByRole('link', { name: 'Profile Rating' }).click();
  await expect(
    page.getByText('Your student profile rating has not yet been generated.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText('Contact your mentor for more information.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create SPR' })).toHaveCount(0);
  await expectAccessible(page);

  const staff = await signedIn('staff', { at: 'blank' });
  const { allStudents } = await graphql<{
    allStudents: { edges: { node: { pk: number; studentprofilerating: unknown } }[] };
  }>(staff, '{ allStudents(first: 50) { edges { node { pk studentprofilerating { points } } } } }');
  const without = allStudents.edges.find(({ node }) => node.studentprofilerating === null);
  await staff.goto(`/users/${without?.node.pk}/student_profile_rating/`);
  await expect(
    staff.getByText('This student profile rating has not yet been generated.', { exact: true }),
  ).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Create SPR' })).toHaveCount(0);
});

test('someone else’s rating shows Not Found', async ({ signedIn }) => {
  const parent = await signedIn('parent', { at: 'blank' });
  await parent.goto('/users/2147483647/student_profile_rating/');
  await expect(parent.getByRole('heading', { name: 'Not Found' })).toBeVisible();
});
