import type { Page } from '@playwright/test';
import { readDrafts } from '../../../pages/drafts.ts';
import { RoadmapPage } from '../../../pages/roadmap.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { graphql, refuseOperation } from '../../api.ts';
import { expectFailure, REFUSAL, sentInputs } from '../../roadmap.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { chooseOption } from '#tests/helpers/browser/choose-option.ts';

test.slow();

const ownPk = async (page: Page) => (await graphql<{ me: { pk: number } }>(page, '{ me { pk } }')).me.pk;

// covers: EXAM-001 EXAM-002 EXAM-009 EXAM-010 EXAM-011 EXAM-013 EXAM-015 EXAM-018 EXAM-021 EXAM-033 EXAM-034
test('a student adds and deletes exam scores, with the messages of the forms', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  for (const name of ['SAT score', 'ACT score', 'Other scores'])
    await expect(page.getByRole('table', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add SAT score' }).click();
  await expect(roadmap.examDate).toBeFocused();
  await expect(roadmap.dialog.getByRole('button', { name: 'Choose Exam date' })).toBeVisible();
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(roadmap.dialog.getByText('Exam date is required', { exact: true })).toBeVisible();
  await expect(roadmap.examDate).toBeFocused();
  await roadmap.examDate.fill(`01/01/${new Date().getFullYear() + 5}`);
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(
    roadmap.dialog.getByText('Exam date must be in the past or up to 4 years in the future', { exact: true }),
  ).toBeVisible();
  await roadmap.examDate.fill('03/09/2024');
  await roadmap.dialog.getByLabel('Math').fill('700');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(
    roadmap.dialog.getByText('Exams in the past must have the score', { exact: true }),
  ).toBeVisible();
  await expect(roadmap.dialog.getByLabel('Math')).toHaveValue('700');
  await roadmap.dialog.getByLabel('Reading and Writing').fill('690');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(roadmap.says('Created SAT score for exam on March 2024')).toBeVisible();
  await page.getByRole('button', { name: 'Delete SAT score of Mar 9, 2024' }).click();
  await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(roadmap.says('Deleted SAT score for exam on March 2024')).toBeVisible();

  await page.getByRole('button', { name: 'Add ACT score' }).click();
  await roadmap.examDate.fill('04/13/2024');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(roadmap.dialog.getByText('Exams in the past must have a score', { exact: true })).toHaveCount(
    4,
  );
  // Since 2025 Science is optional.
  await roadmap.examDate.fill('06/14/2025');
  for (const [section, score] of [
    ['English', '30'],
    ['Mathematics', '28'],
    ['Reading', '30'],
  ] as const)
    await roadmap.dialog.getByLabel(section).fill(score);
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(roadmap.says('Created ACT score for exam on June 2025')).toBeVisible();
  await expect(roadmap.row('Jun 14, 2025')).toContainText('29 without Science');

  await page.getByRole('button', { name: 'Add other score' }).click();
  await expect(roadmap.examDate).toHaveCount(0);
  await expect(roadmap.dialog.getByRole('spinbutton')).toHaveCount(0);
  // The whole catalogue is listed in groups, and a search finds names of any group.
  await roadmap.dialog.getByRole('combobox').click();
  for (const group of ['AP', 'IB', 'TOEFL iBT', 'GED'])
    await expect(page.getByRole('group', { name: group, exact: true })).toBeAttached();
  await roadmap.dialog.getByRole('combobox').fill('AP Calculus BC');
  await page
    .getByRole('group', { name: 'AP', exact: true })
    .getByRole('option', { name: /AP Calculus BC/ })
    .click();
  await roadmap.dialog.getByLabel('Exam year').fill('2025');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(
    roadmap.dialog.getByText('Exams in the past must have a score', { exact: true }),
  ).toBeVisible();
  await roadmap.dialog.getByRole('spinbutton', { name: 'Score', exact: true }).fill('9');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(roadmap.dialog.getByText('Enter a whole number from 1 to 5')).toBeVisible();
  await roadmap.dialog.getByRole('spinbutton', { name: 'Score', exact: true }).fill('5');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(roadmap.says('Created AP Calculus BC score for exam on May 2025')).toBeVisible();
  await expect(roadmap.row('AP Calculus BC')).toContainText('5 of 5');

  const others = page.getByRole('table', { name: 'Other scores' });
  // The exam type defines the precision of the date: a month here, the day there.
  for (const [exam, date, score] of [
    ['PSAT/NMSQT Total', '2025-10', '1180'],
    ['IELTS Academic Overall', '11/08/2025', '7.5'],
  ] as const) {
    await page.getByRole('button', { name: 'Add other score' }).click();
    await chooseOption(roadmap.dialog.getByRole('combobox'), exam, exam);
    await roadmap.examDate.fill(date);
    await roadmap.dialog.getByRole('spinbutton', { name: 'Score', exact: true }).fill(score);
    await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
    await expect(roadmap.dialog).toHaveCount(0);
  }
  const names = others.locator('tbody').getByRole('row');
  const byType = ['AP Biology', 'AP Calculus BC', 'IELTS Academic Overall', 'PSAT/NMSQT Total'];
  await expect(others.getByRole('columnheader', { name: 'Exam type' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(names).toContainText(byType);
  await expect(names).toContainText(['2026', '2025', 'Nov 8, 2025', 'October 2025']);
  const sortBy = (name: string) =>
    others.getByRole('columnheader', { name, exact: true }).getByRole('button');
  await sortBy('Exam type').click();
  await expect(names).toContainText(byType.toReversed());
  await sortBy('Date').click();
  await expect(names).toContainText([
    'AP Calculus BC',
    'PSAT/NMSQT Total',
    'IELTS Academic Overall',
    'AP Biology',
  ]);
  await sortBy('Score').click();
  await expect(names).toContainText([
    'AP Biology',
    'AP Calculus BC',
    'IELTS Academic Overall',
    'PSAT/NMSQT Total',
  ]);
});

// covers: EXAM-023
test('the exam picker says when exams cannot be loaded, and tries again', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  await refuseOperation(page, 'AllExamCategories', 'Not now');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  await page.getByRole('button', { name: 'Add other score' }).click();
  await expect(roadmap.dialog.getByText('Data Load Error')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await roadmap.dialog.getByRole('button', { name: 'Try again' }).click();
  await roadmap.dialog.getByRole('combobox').fill('TOEFL');
  await expect(page.getByRole('option', { name: /TOEFL/ }).first()).toBeVisible();
});

// covers: EXAM-026
test('empty scores are sent as null', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  // Refuses the scores: only the sent input matters here.
  for (const operation of ['CreateSatScore', 'CreateActScore'])
    await refuseOperation(page, operation, 'Not now');
  const sent = sentInputs(page, 'CreateSatScore', 'CreateActScore');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  await page.getByRole('button', { name: 'Add SAT score' }).click();
  await roadmap.examDate.fill(`03/08/${new Date().getFullYear() + 1}`);
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toMatchObject({ erw: null, math: null, reading: null, analysis: null, writing: null });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add ACT score' }).click();
  await roadmap.examDate.fill('04/05/2025');
  for (const section of ['English', 'Mathematics', 'Reading'])
    await roadmap.dialog.getByLabel(section).fill('30');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ english: 30, mathematics: 30, reading: 30, science: null, writing: null });
});

// covers: EXAM-029 EXAM-030 EXAM-031 EXAM-032
test('a refused exam score shows the first message', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  for (const operation of [
    'CreateSatScore',
    'CreateActScore',
    'CreateCategoricalExamScore',
    'DeleteExamScore',
  ])
    await refuseOperation(page, operation, REFUSAL, 'A second message');
  await roadmap.open('standardized_tests/');

  await page.getByRole('button', { name: 'Add SAT score' }).click();
  await roadmap.examDate.fill('03/09/2024');
  await roadmap.dialog.getByLabel('Reading and Writing').fill('690');
  await roadmap.dialog.getByLabel('Math').fill('700');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expectFailure(roadmap, 'Failed to create SAT score');
  await expect(roadmap.dialog.getByLabel('Math')).toHaveValue('700');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add ACT score' }).click();
  await roadmap.examDate.fill('04/13/2024');
  for (const section of ['English', 'Mathematics', 'Reading', 'Science'])
    await roadmap.dialog.getByLabel(section).fill('30');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expectFailure(roadmap, 'Failed to create ACT score');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add other score' }).click();
  await chooseOption(roadmap.dialog.getByRole('combobox'), 'AP Chemistry', /AP Chemistry/);
  await roadmap.dialog.getByLabel('Exam year').fill('2025');
  await roadmap.dialog.getByRole('spinbutton', { name: 'Score', exact: true }).fill('5');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expectFailure(roadmap, 'Failed to create AP Chemistry score');
  await page.keyboard.press('Escape');

  for (const exam of ['SAT', 'ACT']) {
    await page
      .getByRole('button', { name: new RegExp(`^Delete ${exam} score of`) })
      .first()
      .click();
    await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
    await expectFailure(roadmap, `Failed to delete ${exam} score`);
  }
  await roadmap.row('AP Biology').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(roadmap.dialog.getByText(/^Exam date: \d{4}\.$/)).toBeVisible();
  await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
  await expectFailure(roadmap, 'Failed to delete AP Biology score');
  await expect(roadmap.row('AP Biology')).toBeVisible();
});

// covers: EXAM-022
test('a student edits scores of every kind; a concurrent edit shows a message and loses nothing', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  const save = roadmap.dialog.getByRole('button', { name: 'Save score' });

  await page.getByRole('button', { name: 'Add SAT score' }).click();
  await roadmap.examDate.fill('03/09/2024');
  await roadmap.dialog.getByLabel('Reading and Writing').fill('600');
  await roadmap.dialog.getByLabel('Math').fill('600');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(roadmap.row('Mar 9, 2024')).toContainText('1200');

  const editSat = 'Edit SAT score of Mar 9, 2024';
  const mentor = await signedIn('mentor', { at: 'blank' });
  await mentor.goto(`/users/${await ownPk(page)}/roadmap/standardized_tests/`);
  await mentor.getByRole('button', { name: editSat }).click();
  await expect(mentor.getByLabel('Math')).toHaveValue('600');
  await page.getByRole('button', { name: editSat }).click();
  await expect(roadmap.examDate).toHaveValue('03/09/2024');
  await roadmap.dialog.getByLabel('Math').fill('');
  await save.click();
  await expect(roadmap.dialog.getByText('Exams in the past must have the score')).toBeVisible();
  await roadmap.dialog.getByLabel('Math').fill('650');
  await save.click();
  await expect(roadmap.says('Updated SAT score for exam on March 2024')).toBeVisible();
  await expect(roadmap.row('Mar 9, 2024')).toContainText('1250');

  await mentor.getByLabel('Reading and Writing').fill('620');
  await mentor.getByRole('button', { name: 'Save score' }).click();
  const conflict = mentor.getByText('Someone else changed this. Saving replaces their changes.');
  await expect(conflict).toBeVisible();
  await expectAccessible(mentor);
  await mentor.getByRole('button', { name: 'Save score' }).click();
  await expect(snackbar(mentor, 'Updated SAT score for exam on March 2024')).toBeVisible();
  await expect(mentor.getByRole('row', { name: /Mar 9, 2024/ })).toContainText('1220');

  await page
    .getByRole('button', { name: /^Edit ACT score of/ })
    .first()
    .click();
  await roadmap.dialog.getByLabel('English').fill('35');
  await save.click();
  await expect(roadmap.says(/^Updated ACT score for exam on/)).toBeVisible();

  await roadmap.row('AP Biology').getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(roadmap.dialog.getByLabel('Exam year')).toHaveValue(/^\d{4}$/);
  await roadmap.dialog.getByLabel('Exam year').fill('2025');
  await roadmap.dialog.getByRole('spinbutton', { name: 'Score', exact: true }).fill('2');
  await save.click();
  await expect(roadmap.says('Updated AP Biology score for exam on May 2025')).toBeVisible();
  await expect(roadmap.row('AP Biology')).toContainText('2 of 5');
});

test('a new score and the changes of a score survive a reload, until they are canceled or saved', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  const math = roadmap.dialog.getByLabel('Math');
  const cancel = roadmap.dialog.getByRole('button', { name: 'Cancel' });
  const addSat = page.getByRole('button', { name: 'Add SAT score' });
  await addSat.click();
  await roadmap.examDate.fill('03/09/2024');
  await roadmap.dialog.getByLabel('Reading and Writing').fill('600');
  await math.fill('610');
  await page.reload();
  await addSat.click();
  await expect(roadmap.examDate).toHaveValue('03/09/2024');
  await expect(math).toHaveValue('610');
  await expect(roadmap.dialog.getByText('Draft restored')).toBeVisible();
  await expectAccessible(page);
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(roadmap.row('Mar 9, 2024')).toContainText('1210');
  await addSat.click();
  await expect(roadmap.examDate).toBeFocused();
  await expect(math).toHaveValue('');
  await cancel.click();

  const edit = page.getByRole('button', { name: 'Edit SAT score of Mar 9, 2024' });
  await edit.click();
  await math.fill('650');
  await page.reload();
  await edit.click();
  await expect(math).toHaveValue('650');
  await cancel.click();
  await edit.click();
  await expect(math).toHaveValue('610');
  await cancel.click();

  const addOther = page.getByRole('button', { name: 'Add other score' });
  await addOther.click();
  await chooseOption(roadmap.dialog.getByRole('combobox'), 'AP Chemistry', /AP Chemistry/);
  await roadmap.dialog.getByLabel('Exam year').fill('2025');
  await page.reload();
  await addOther.click();
  await expect(roadmap.dialog.getByRole('combobox')).toHaveValue('AP Chemistry');
  await expect(roadmap.dialog.getByLabel('Exam year')).toHaveValue('2025');
  await cancel.click();
  await expect.poll(() => page.evaluate(readDrafts)).toBe('[]');
});

test('SAT essay columns show only when a score has an essay', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  const heads = page.getByRole('table', { name: 'SAT score' }).getByRole('columnheader');
  await expect(heads).toHaveText(['Date', 'Total', 'Reading and Writing', 'Math', 'Actions']);
  await page
    .getByRole('button', { name: /^Edit SAT score of/ })
    .first()
    .click();
  await roadmap.dialog.getByLabel('Essay reading').fill('6');
  await roadmap.dialog.getByRole('button', { name: 'Save score' }).click();
  await expect(heads).toContainText(['Essay reading', 'Essay analysis', 'Essay writing']);
});

test('after the last score of a table is deleted, the focus is on its heading', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  const deleteButtons = page.getByRole('button', { name: /^Delete ACT score of/ });
  await expect(deleteButtons.first()).toBeVisible();
  for (let left = await deleteButtons.count(); left > 0; left -= 1) {
    await deleteButtons.first().click();
    await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(deleteButtons).toHaveCount(left - 1);
  }
  await expect(page.getByText('No ACT scores yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'ACT', exact: true })).toBeFocused();
});
