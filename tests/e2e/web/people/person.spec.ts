import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { signUp } from '../../../pages/sign-up.ts';
import { graphql, makeNote, restJson } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';

test.slow();

const card = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function pkOf(page: Page, name: string): Promise<number> {
  const { myStudents } = await graphql<{ myStudents: { pk: number; fullName: string }[] }>(
    page,
    '{ myStudents { pk fullName } }',
  );
  const student = myStudents.find(({ fullName }) => fullName === name);
  if (student === undefined) throw new Error(`${name} is no student of theirs.`);
  return student.pk;
}

// covers: USER-005 USER-014
test('a mentor opens every link of a student’s page and returns', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const maya = await pkOf(page, 'Maya Okafor');
  const note = await makeNote(page, 'After the campus visit', { studentId: toGlobalId('User', maya) });
  const drawer = page.getByRole('navigation', { name: 'Main' });
  await drawer.getByRole('link', { name: 'Maya Okafor' }).click();
  await expect(page).toHaveURL(`/users/${maya}/`);
  await expect(title(page, 'Maya Okafor')).toBeVisible();
  await expect(page).toHaveTitle('Maya Okafor · GoPath');
  const main = page.getByRole('main');
  await expect(main.getByText('Student', { exact: true })).toBeVisible();
  await expect(main.getByText(/^Last interaction (today|yesterday|\d+ days ago)$/)).toBeVisible();
  await expect(main.getByRole('button', { name: 'Unpin Maya Okafor' })).toBeVisible();
  await expect(card(page, 'Next meeting').getByRole('link', { name: /meeting note/ })).toBeVisible();
  await expect(card(page, 'Upcoming tasks').getByRole('listitem').first()).toBeVisible();
  await expect(card(page, 'Recent notes').getByRole('link', { name: note.title })).toBeVisible();
  await expect(card(page, 'Roadmap')).toContainText(/Graduates in \d{4}/);
  await expect(card(page, 'Profile rating')).toContainText('250 of 420 points');
  const family = card(page, 'Family and mentors');
  await expect(family.getByRole('link')).toHaveText([
    /Ngozi Okafor.*Parent/,
    /Bell.*Mentor/,
    /Marsh.*you.*Mentor/,
  ]);
  await expectAccessible(page);

  const back = main.getByRole('link', { name: 'Maya Okafor', exact: true });
  await card(page, 'Roadmap').getByRole('link', { name: 'Open roadmap' }).click();
  await expect(title(page, 'Roadmap of Maya Okafor')).toBeVisible();
  await back.click();
  await card(page, 'Roadmap')
    .getByRole('link', { name: /^Colleges/ })
    .click();
  await expect(page).toHaveURL(`/users/${maya}/roadmap/colleges/`);
  await back.click();
  await card(page, 'Profile rating').getByRole('link', { name: 'Open rating' }).click();
  await expect(title(page, 'Student profile rating of Maya Okafor')).toBeVisible();
  await expectAccessible(page);
  await back.click();
  await card(page, 'Upcoming tasks')
    .getByRole('list', { name: 'Lists' })
    .getByRole('link', { name: /^SAT preparation/ })
    .click();
  await expect(title(page, 'SAT preparation')).toBeVisible();
  await back.click();
  await card(page, 'Recent notes').getByRole('link', { name: 'All notes' }).click();
  const filter = page.getByRole('combobox', { name: 'Student' });
  await expect(filter.getByRole('option', { selected: true })).toHaveText('Maya Okafor');
  await page.goBack();
  await card(page, 'Recent notes').getByRole('link', { name: note.title }).click();
  await expect(title(page, note.title)).toBeVisible();
  await back.click();
  await main.getByRole('link', { name: 'Create Note' }).click();
  await expect(page.getByRole('combobox', { name: 'Student' })).toHaveValue('Maya Okafor');
  await page.goto(`/users/${maya}/`);
  await main.getByRole('link', { name: 'Students', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Students \(\d+\)$/ })).toBeVisible();
});

// covers: USER-005
test('people related to a student see each other and the students they share', async ({ signedIn }) => {
  const page = await signedIn('parent', { at: 'blank' });
  const maya = await pkOf(page, 'Maya Okafor');
  await page.goto(`/users/${maya}/`);
  const main = page.getByRole('main');
  await expect(title(page, 'Maya Okafor')).toBeVisible();
  await expect(main.getByRole('button', { name: /Pin|Create/ })).toHaveCount(0);
  await expect(main.getByRole('link', { name: /Create/ })).toHaveCount(0);
  await card(page, 'Family and mentors')
    .getByRole('link', { name: /Elena Marsh/ })
    .click();
  await expect(title(page, 'Elena Marsh')).toBeVisible();
  await expect(main.getByText('Mentor', { exact: true })).toBeVisible();
  // Elena has eight students; this parent's other child is not one of them.
  await expect(card(page, 'Students you share').getByRole('link')).toHaveText([
    /Maya Okafor.*(today|yesterday|ago)$/,
  ]);
  await expect(card(page, 'Notes by Elena').getByRole('listitem').first()).toContainText('Maya Okafor');
  await expectAccessible(page);
  await card(page, 'Students you share').getByRole('link').click();
  await expect(title(page, 'Maya Okafor')).toBeVisible();
});

test('a student opens their own page from the user menu and sees their plan and people', async ({
  signedIn,
}) => {
  const page = await signedIn('student');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(title(page, 'Maya Okafor')).toBeVisible();
  await expect(page.getByText('This is you')).toBeVisible();
  await expect(card(page, 'Upcoming tasks').getByRole('link', { name: 'All tasks' })).toBeVisible();
  await card(page, 'Roadmap').getByRole('link', { name: 'Open roadmap' }).click();
  await expect(page).toHaveURL('/roadmap/');
  await page.goBack();
  await card(page, 'Family and mentors')
    .getByRole('link', { name: /Elena Marsh/ })
    .click();
  await expect(page.getByText('Your mentor', { exact: true })).toBeVisible();
  await expect(card(page, 'Notes by Elena').getByRole('link').first()).toBeVisible();
  await expectAccessible(page);

  const mentor = await signedIn('mentor');
  await mentor.getByRole('button', { name: /^Your account/ }).click();
  await mentor.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(card(mentor, 'Your students').getByRole('link', { name: 'Maya Okafor' })).toBeVisible();
});

test('a private list shows on a student’s page to the student only', async ({ signedIn }) => {
  const student = await signedIn('student', { at: 'blank' });
  const { pk } = await restJson<{ pk: number }>(student, 'GET', '/api/me/');
  const name = `Only mine ${Date.now()}`;
  await restJson(student, 'POST', '/api/lists/', { name });
  await student.goto(`/users/${pk}/`);
  await expect(card(student, 'Upcoming tasks').getByRole('link', { name })).toBeVisible();

  const mentor = await signedIn('mentor', { at: 'blank' });
  await mentor.goto(`/users/${pk}/`);
  await expect(card(mentor, 'Upcoming tasks').getByRole('link', { name: /^SAT preparation/ })).toBeVisible();
  await expect(mentor.getByText(name)).toHaveCount(0);
});

test('a new student creates the roadmap on their own page; staff see what exists and cannot create one', async ({
  page,
  server,
  signedIn,
}) => {
  const email = `omar.${Date.now()}@gopath.example`;
  await signUp(page, server, { firstName: 'Omar', lastName: 'Farouk', email, password: DEMO_PASSWORD });
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(title(page, 'Omar Farouk')).toBeVisible();
  await expect(card(page, 'Next meeting').getByText('You have no meeting booked.')).toBeVisible();
  await expect(card(page, 'Upcoming tasks').getByText('Nothing is due')).toBeVisible();
  await expect(card(page, 'Profile rating').getByText('No profile rating yet.')).toBeVisible();
  await expect(page.getByText('No parent or mentor is assigned yet.')).toBeVisible();
  await expectAccessible(page);

  const { pk } = await restJson<{ pk: number }>(page, 'GET', '/api/me/');
  const staff = await signedIn('staff', { at: 'blank' });
  const failed: string[] = [];
  staff.on('response', (response) => response.status() >= 400 && failed.push(response.url()));
  await staff.goto(`/users/${pk}/`);
  await expect(card(staff, 'Roadmap').getByText('No roadmap yet.')).toBeVisible();
  await expect(card(staff, 'Family and mentors')).toBeVisible();
  await expect(staff.getByRole('main').getByRole('button', { name: /Create/ })).toHaveCount(0);
  for (const name of ['Next meeting', 'Upcoming tasks', 'Recent notes']) {
    await expect(card(staff, name)).toHaveCount(0);
  }
  await expectAccessible(staff);
  expect(failed).toEqual([]);
  const { pk: mentorPk } = await restJson<{ pk: number }>(
    await signedIn('mentor', { at: 'blank' }),
    'GET',
    '/api/me/',
  );
  await staff.goto(`/users/${mentorPk}/`);
  await expect(card(staff, 'Students').getByRole('listitem').first()).toBeVisible();
  await expect(card(staff, 'Students').getByText('No interaction yet')).toHaveCount(0);
  expect(failed).toEqual([]);

  await card(page, 'Roadmap').getByRole('button', { name: 'Create Roadmap' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Roadmap' });
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await dialog.getByRole('button', { name: 'Create Roadmap' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page, 'Roadmap')).toContainText('No grades yet');
  await expect(page.getByRole('main').getByText('Freshman', { exact: true })).toBeVisible();
});

test('a mentor can create a rating for a student without one', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const { allStudents } = await graphql<{
    allStudents: { edges: { node: { pk: number; studentprofilerating: unknown } }[] };
  }>(page, '{ allStudents(first: 50) { edges { node { pk studentprofilerating { points } } } } }');
  const pk = allStudents.edges.find(({ node }) => node.studentprofilerating === null)?.node.pk;
  await page.goto(`/users/${pk}/`);
  await expect(card(page, 'Profile rating').getByRole('button', { name: 'Create SPR' })).toBeVisible();
});

test('someone else’s page and a missing page show Not Found; a failed load can be retried', async ({
  signedIn,
}) => {
  const parent = await signedIn('parent', { at: 'blank' });
  const mentor = await signedIn('mentor', { at: 'blank' });
  const liam = await pkOf(mentor, 'Liam Castellano');
  for (const key of [String(liam), '2147483647', '2147483648', '0', 'x']) {
    await parent.goto(`/users/${key}/`);
    await expect(title(parent, 'Not Found')).toBeVisible();
  }
  await expectAccessible(parent);

  await mentor.route(`**/api/users/${liam}/`, (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL' } }),
  );
  await mentor.goto(`/users/${liam}/`);
  await expect(title(mentor, 'Data Load Error')).toBeVisible();
  await mentor.unroute(`**/api/users/${liam}/`);
  await mentor.getByRole('button', { name: 'Try again' }).click();
  await expect(title(mentor, 'Liam Castellano')).toBeVisible();

  // A failed section does not affect the others.
  await mentor.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(' SprScore(') !== true) return route.fallback();
    return route.fulfill({
      json: { data: null, errors: [{ message: 'No', extensions: { code: 'INTERNAL' } }] },
    });
  });
  await mentor.reload();
  const rating = card(mentor, 'Profile rating');
  await expect(rating.getByText('Data Load Error')).toBeVisible();
  await expect(card(mentor, 'Roadmap')).toContainText('Graduates in');
  await mentor.unrouteAll();
  await rating.getByRole('button', { name: 'Try again' }).click();
  await expect(rating).toContainText('of 420 points');
});
