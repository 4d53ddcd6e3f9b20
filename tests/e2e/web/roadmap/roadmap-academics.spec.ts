import { RoadmapPage } from '../../../pages/roadmap.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { graphql, refuseOperation } from '../../api.ts';
import { expectFailure, REFUSAL } from '../../roadmap.ts';
import { expect, test } from '../../test.ts';
import { chooseOption } from '#tests/helpers/browser/choose-option.ts';

test.slow();

// covers: ACAD-001 ACAD-002 ACAD-012 ACAD-013 ACAD-014 ACAD-015 ACAD-017 ACAD-018 ACAD-019 ACAD-025 ACAD-026
// covers: ACAD-031 ACAD-037
test('a student adds a class of the school, edits it and deletes it', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('academics/');
  const byYear = page.getByRole('table', { name: 'Classes' }).getByRole('columnheader', { name: 'Year' });
  await expect(byYear).toHaveAttribute('aria-sort', 'ascending');
  const classes = page.getByRole('table', { name: 'Classes' }).getByRole('row');
  await expect(classes.nth(1)).toContainText('Freshman');
  await expect(classes.last()).toContainText('Senior');
  const byName = page.getByRole('columnheader', { name: 'Class' }).getByRole('button');
  await byName.click();
  await expect(classes.nth(1)).toContainText('Algebra 2');
  await byName.click();
  await expect(classes.last()).toContainText('Algebra 2');
  for (const [name, first] of [
    ['A-G', 'Physical Education'],
    ['Target', 'Biology'],
    ['Actual', 'AP Calculus AB'],
  ] as const) {
    const table = page.getByRole('table', { name: 'Classes' });
    const head = table.getByRole('columnheader', { name, exact: true });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(byYear).toHaveAttribute('aria-sort', 'none');
    await expect(classes.nth(1)).toContainText(first);
  }
  const low = roadmap.row('Chemistry').getByLabel('below C');
  await expect(low).toBeVisible();
  await expect(low.locator('..')).toHaveText('C-');
  await expect(low.locator('..')).toHaveClass(/text-danger/);
  await expect(roadmap.row('Geometry').getByLabel('below C')).toHaveCount(0);

  await page.getByRole('button', { name: 'Add class' }).click();
  await expect(roadmap.dialog.getByRole('combobox')).toBeFocused();
  await chooseOption(roadmap.dialog.getByRole('combobox'), 'AP Biology', /AP Biology/);
  await expect(roadmap.dialog.getByLabel('Class name')).toHaveValue('AP Biology');
  await expect(roadmap.dialog.getByLabel('Subject requirement')).toHaveValue('D');
  await expect(roadmap.dialog.getByRole('checkbox', { name: 'UC Honors' })).toBeChecked();
  await roadmap.dialog.getByLabel('Subject requirement').selectOption({ label: 'None' });
  await expect(roadmap.dialog.getByRole('checkbox', { name: 'UC Honors' })).toHaveCount(0);
  const submit = roadmap.dialog.getByRole('button', { name: 'Add class' });
  await roadmap.dialog.getByLabel('Class name').fill(' ');
  await submit.click();
  await expect(roadmap.dialog.getByText('Class name is required', { exact: true })).toBeVisible();
  await roadmap.dialog.getByLabel('Class name').fill('x'.repeat(101));
  await submit.click();
  await expect(
    roadmap.dialog.getByText('Class name must be less than 100 characters', { exact: true }),
  ).toBeVisible();
  await roadmap.dialog.getByLabel('Class name').fill('Marine Biology Lab');
  await roadmap.dialog.getByLabel('Target grades, term 1').selectOption({ label: 'A' });
  // Grades of removed terms are not sent.
  await roadmap.dialog.getByLabel('Terms').selectOption({ label: 'Quarter' });
  await roadmap.dialog.getByLabel('Target grades, term 4').selectOption({ label: 'B' });
  await roadmap.dialog.getByLabel('Terms').selectOption({ label: 'Semester' });
  await submit.click();
  await expect(snackbar(page, 'Created Marine Biology Lab')).toBeVisible();
  await expect(page.getByLabel('Target grades of Marine Biology Lab')).toHaveText('A–');
  // The list of courses is shown again, ready for the next class.
  await expect(roadmap.dialog.getByRole('combobox')).toBeFocused();
  await roadmap.dialog.getByRole('button', { name: 'Done' }).click();
  await expect(roadmap.dialog).toHaveCount(0);

  await roadmap.row('Marine Biology Lab').getByRole('button').click();
  // Only the changeable fields of a class: not its name, terms and target grades.
  const main = page.getByRole('main');
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main.getByRole('combobox')).toHaveCount(4);
  for (const name of ['Actual grade, term 1', 'Actual grade, term 2', 'Year', 'Subject requirement'])
    await expect(main.getByRole('combobox', { name })).toBeVisible();
  await expect(main.getByRole('checkbox', { name: 'UC Honors' })).toHaveCount(0);
  await page.getByLabel('Actual grade, term 1').selectOption({ label: 'B+' });
  await expect(snackbar(page, 'Updated Marine Biology Lab')).toBeVisible();
  await main.getByLabel('Subject requirement').selectOption({ label: 'D Science' });
  await main.getByRole('checkbox', { name: 'UC Honors' }).check();
  await expect(roadmap.row('Marine Biology Lab')).toContainText('D · UC Honors');
  await page.reload();
  await expect(page.getByLabel('Actual grades of Marine Biology Lab')).toContainText('B+');
  await roadmap.row('Marine Biology Lab').getByRole('button').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(snackbar(page, 'Deleted Marine Biology Lab')).toBeVisible();
  await expect(roadmap.row('Marine Biology Lab')).toHaveCount(0);
});

test('on a touch screen the table shows that it sorts, and UC Honors has a tooltip', async ({
  browser,
  server,
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const storageState = await page.context().storageState();
  await page.close();
  const context = await browser.newContext({
    baseURL: server.url,
    storageState,
    viewport: { width: 820, height: 1100 },
    hasTouch: true,
    isMobile: true,
  });
  const tablet = await context.newPage();
  const roadmap = new RoadmapPage(tablet);
  await roadmap.open('academics/');
  const mark = tablet.getByRole('columnheader', { name: 'Actual' }).locator('svg');
  await expect(mark).not.toHaveCSS('opacity', '0');
  await roadmap.row('AP Biology').getByRole('button').tap();
  const words = 'Honors courses must be AP/IB or flagged in the UC portal';
  await tablet.getByRole('button', { name: words }).tap();
  await expect(tablet.getByRole('tooltip')).toHaveText(words);
  await tablet.getByRole('heading', { name: 'Classes' }).tap();
  await expect(tablet.getByRole('tooltip')).toHaveCount(0);
  await context.close();
});

// covers: ACAD-013
test('a class is added as free text when the school’s courses cannot be loaded', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  await refuseOperation(page, 'SchoolCourses', 'Not now');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('');
  await page.getByRole('button', { name: 'Add class' }).click();
  await roadmap.dialog.getByRole('combobox').fill('Pottery');
  await expect(page.getByText('Could not load the courses. Add a class not listed instead.')).toBeVisible();
  await roadmap.dialog.getByRole('button', { name: 'Add a class not listed' }).click();
  await expect(roadmap.dialog.getByLabel('Class name')).toHaveValue('Pottery');
});

// covers: ACAD-008 ACAD-009 ACAD-016 ACAD-017 ACAD-027
test('without a school, adding a class starts with the form', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students/');
  await page.getByRole('link', { name: /Roadmap of Liam Castellano/ }).click();
  const roadmap = new RoadmapPage(page);
  await expect(roadmap.tab('Academics')).toBeVisible();
  const userPk = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
  const read = await graphql<{ roadmap: { id: string } }>(
    page,
    'query ($userPk: Int!) { roadmap(userPk: $userPk) { id } }',
    { userPk },
  );
  await graphql(
    page,
    'mutation ($id: ID!) { updateRoadmap(input: { roadmapId: $id, schoolId: null }) { clientMutationId } }',
    {
      id: read.roadmap.id,
    },
  );
  await page.reload();
  await page.getByRole('button', { name: 'Add class' }).click();
  await expect(roadmap.dialog.getByLabel('Class name')).toHaveValue('');
  await expect(roadmap.dialog.getByRole('combobox', { name: /Course at/ })).toHaveCount(0);
  await expect(roadmap.dialog.getByLabel('Subject requirement').getByRole('option')).toHaveText([
    'None',
    'A History',
    'B English',
    'C Mathematics',
    'D Science',
    'E Language other than English',
    'F Visual and performing arts',
    'G College-preparatory elective',
  ]);
  const terms = roadmap.dialog.getByLabel('Terms');
  for (const [label, count] of [
    ['Semester', 2],
    ['Trimester', 3],
    ['Quarter', 4],
  ] as const) {
    await terms.selectOption({ label });
    await expect(
      roadmap.dialog.getByRole('group', { name: 'Target grades' }).getByRole('combobox'),
    ).toHaveCount(count);
  }
  await roadmap.dialog.getByLabel('Subject requirement').selectOption({ label: 'D Science' });
  await roadmap.dialog.getByRole('button', { name: /Honors courses must be/ }).hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'Honors courses must be AP/IB or flagged in the UC portal',
  );
  // After adding a class the form is empty for the next one.
  await roadmap.dialog.getByLabel('Class name').fill('Woodworking');
  await roadmap.dialog.getByLabel('Target grades, term 1').selectOption({ label: 'B' });
  await roadmap.dialog.getByRole('button', { name: 'Add class' }).click();
  await expect(snackbar(page, 'Created Woodworking')).toBeVisible();
  await expect(roadmap.dialog.getByLabel('Class name')).toHaveValue('');
  await expect(terms).toHaveValue('2');
  await expect(roadmap.dialog.getByLabel('Target grades, term 1')).toHaveValue('');
  await expect(roadmap.dialog.getByLabel('Subject requirement')).toHaveValue('');
});

// covers: ACAD-034 ACAD-035 ACAD-036
test('a refused class shows the first message, and nothing typed is lost', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  for (const operation of ['CreateClassGrade', 'UpdateClassGrade', 'DeleteClassGrade'])
    await refuseOperation(page, operation, REFUSAL, 'A second message');
  await roadmap.open('academics/');
  await page.getByRole('button', { name: 'Add class' }).click();
  await roadmap.dialog.getByRole('button', { name: 'Add a class not listed' }).click();
  await roadmap.dialog.getByLabel('Class name').fill('Astronomy');
  await roadmap.dialog.getByRole('button', { name: 'Add class' }).click();
  await expectFailure(roadmap, 'Failed to create class');
  await expect(roadmap.dialog.getByLabel('Class name')).toHaveValue('Astronomy');
  await page.keyboard.press('Escape');

  await roadmap.row('Geometry').getByRole('button').click();
  const grade = page.getByLabel('Actual grade, term 1');
  await grade.selectOption({ label: 'C' });
  await expectFailure(roadmap, 'Failed to update class');
  await expect(grade).toHaveValue('2');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
  await expectFailure(roadmap, 'Failed to delete class');
  await expect(roadmap.row('Geometry')).toBeVisible();
});
