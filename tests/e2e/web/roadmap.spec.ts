import { randomUUID } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Locator, Page } from '@playwright/test';
import { readDrafts } from '../../pages/drafts.ts';
import { RoadmapPage } from '../../pages/roadmap.ts';
import { snackbar } from '../../pages/snackbar.ts';
import { graphql, refuseOperation } from '../api.ts';
import { expect, expectAccessible, test } from '../test.ts';

test.slow();

const WHY = 'The roadmap is being archived.';

/** An empty box shows so many rows, and with very many lines it grows up to the most. */
async function expectRows(box: Locator, least: number, most: number) {
  const rows = () =>
    box.evaluate((element) => {
      const style = getComputedStyle(element);
      const around = Number.parseFloat(style.paddingTop) * 2 + Number.parseFloat(style.borderTopWidth) * 2;
      return Math.round(
        (element.getBoundingClientRect().height - around) / Number.parseFloat(style.lineHeight),
      );
    });
  await box.fill('');
  await expect.poll(rows).toBe(least);
  // Not of blanks alone: those are not stored.
  await box.fill(Array.from({ length: 40 }, () => 'x').join('\n'));
  await expect.poll(rows).toBe(most);
}

/** Moves what was picked up: a key that comes before everything around it was measured moves nothing. */
async function pressUntilTold(page: Page, key: string, text: string) {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(page.getByText(text)).toBeAttached({ timeout: 5_000 });
  }).toPass();
}

// covers: ROAD-002 ROAD-003 ROAD-004 ROAD-006 ROAD-007 ROAD-008 ROAD-009 ROAD-010 ROAD-011 ROAD-012
test('a student walks through the tabs of the own roadmap', async ({ signedIn }) => {
  const page = await signedIn('student');
  const roadmap = new RoadmapPage(page);
  await page.goto('/roadmap');
  await expect(page).toHaveURL(/\/roadmap\/$/);
  await expect(page.getByRole('table', { name: 'Classes' })).toBeVisible();
  await expect(roadmap.tab('Academics')).toHaveAttribute('aria-current', 'page');
  const tables = (...names: string[]) => names.map((name) => page.getByRole('table', { name, exact: true }));
  const regions = (...names: string[]) =>
    names.map((name) => page.getByRole('region', { name, exact: true }));
  for (const [name, path, id, contents] of [
    ['Exams', 'standardized_tests/', 'roadmap-tab-exams', tables('SAT score', 'ACT score', 'Other scores')],
    ['Activities', 'activities/', 'roadmap-tab-activities', regions('Sports', 'Honors & awards')],
    [
      'Colleges',
      'colleges/',
      'roadmap-tab-colleges',
      regions('Reach schools', 'Target schools', 'Safety schools'),
    ],
    [
      'Preferences',
      'preferences/',
      'roadmap-tab-preferences',
      [page.getByRole('form', { name: 'Roadmap', exact: true })],
    ],
    ['Academics', 'academics/', 'roadmap-tab-academics', tables('Classes')],
  ] as const) {
    await roadmap.tab(name).click();
    await expect(page).toHaveURL(new RegExp(`/roadmap/${path}$`));
    for (const content of contents) await expect(content).toBeVisible();
    await expect(roadmap.tab(name)).toHaveAttribute('id', id);
    await expectAccessible(page);
    // The address alone leads there, too.
    await page.reload();
    await expect(contents[0]).toBeVisible();
    await expect(page.locator('[aria-current=page]').and(page.locator(`#${id}`))).toBeVisible();
  }
});

// covers: ROAD-010 ROAD-017 ROAD-027
test('preferences are saved; of two who change them at once nobody’s choice is lost', async ({
  signedIn,
}) => {
  const page = await signedIn('student');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('preferences/');
  const mentor = await signedIn('mentor');
  await mentor.goto('/students/');
  await mentor.getByRole('link', { name: /Roadmap of Maya Okafor/ }).click();
  await new RoadmapPage(mentor).tab('Preferences').click();

  // Before anything is looked for nothing is missing.
  const majors = page.getByRole('combobox', { name: 'Interested majors' });
  await majors.focus();
  await expect(page.getByText('Nothing found')).not.toBeVisible();
  await majors.fill('computer');
  const found = page.getByRole('listbox').getByRole('option');
  await expect(found.first()).toBeVisible();
  expect(await found.count()).toBeLessThanOrEqual(10);
  await found
    .filter({ hasText: /^Computer/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Remove Journalism' }).click();
  await page.getByLabel('Graduation year').selectOption('2029');
  await page.getByRole('combobox', { name: 'University attending' }).fill('stanford');
  await page.getByRole('option', { name: 'Stanford University' }).click();

  await mentor.getByLabel('Year', { exact: true }).selectOption({ label: 'Senior' });
  await mentor.getByRole('button', { name: 'Save' }).click();
  await expect(snackbar(mentor, 'Updated roadmap')).toBeVisible();

  await page.getByRole('button', { name: 'Save' }).click();
  await expect(
    snackbar(page, 'Failed to update roadmap: Somebody else changed this meanwhile.'),
  ).toBeVisible();
  await expect(page.getByText('Saving puts yours in its place.')).toBeVisible();
  await expect(page.getByLabel('Graduation year')).toHaveValue('2029');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(snackbar(page, 'Updated roadmap')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take theirs' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Graduation year')).toHaveValue('2029');
  await expect(page.getByRole('combobox', { name: 'School' })).toHaveValue('Dublin High');
  await expect(page.getByRole('combobox', { name: 'University attending' })).toHaveValue(
    'Stanford University',
  );
  await expect(page.getByRole('list', { name: 'Chosen majors' }).getByRole('listitem')).toHaveText([
    /^Computer/,
  ]);
});

// covers: ACAD-001 ACAD-002 ACAD-012 ACAD-013 ACAD-014 ACAD-015 ACAD-017 ACAD-018 ACAD-019 ACAD-025 ACAD-026
// covers: ACAD-031 ACAD-037
test('a student adds a class of the school, corrects it and deletes it', async ({ signedIn }) => {
  const page = await signedIn('student');
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
  await roadmap.dialog.getByRole('combobox').fill('AP Biology');
  await page
    .getByRole('option', { name: /AP Biology/ })
    .first()
    .click();
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
  // A grade of a term that there is no more is not sent.
  await roadmap.dialog.getByLabel('Terms').selectOption({ label: 'Quarter' });
  await roadmap.dialog.getByLabel('Target grades, term 4').selectOption({ label: 'B' });
  await roadmap.dialog.getByLabel('Terms').selectOption({ label: 'Semester' });
  await submit.click();
  await expect(snackbar(page, 'Created Marine Biology Lab')).toBeVisible();
  await expect(page.getByLabel('Target grades of Marine Biology Lab')).toHaveText('A–');
  // Back at step 0: the school's courses.
  await expect(roadmap.dialog.getByRole('combobox')).toBeVisible();
  await page.keyboard.press('Escape');

  await roadmap.row('Marine Biology Lab').getByRole('button').click();
  // What may change of a class, and nothing else: its name, terms and target grades stay.
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

// covers: EXAM-001 EXAM-002 EXAM-009 EXAM-010 EXAM-011 EXAM-013 EXAM-015 EXAM-018 EXAM-021 EXAM-033 EXAM-034
test('a student records exams, with the messages of the forms', async ({ signedIn }) => {
  const page = await signedIn('student');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  for (const name of ['SAT score', 'ACT score', 'Other scores'])
    await expect(page.getByRole('table', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add SAT score' }).click();
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(roadmap.dialog.getByText('Exam date is required', { exact: true })).toBeVisible();
  await roadmap.dialog.getByLabel('Exam date').fill(`${new Date().getFullYear() + 5}-01-01`);
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(
    roadmap.dialog.getByText('Exam date must be in the past or up to 4 years in the future', { exact: true }),
  ).toBeVisible();
  await roadmap.dialog.getByLabel('Exam date').fill('2024-03-09');
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
  await roadmap.dialog.getByLabel('Exam date').fill('2024-04-13');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect(roadmap.dialog.getByText('Exams in the past must have a score', { exact: true })).toHaveCount(
    4,
  );
  // Since 2025 without Science, if one likes.
  await roadmap.dialog.getByLabel('Exam date').fill('2025-06-14');
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
  await expect(roadmap.dialog.getByLabel('Exam date')).toHaveCount(0);
  await expect(roadmap.dialog.getByRole('spinbutton')).toHaveCount(0);
  // The whole catalogue can be looked through, in groups; a name that was typed finds one of any group.
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
  // How exactly the date is known is the exam type's: a month here, the day there.
  for (const [exam, date, score] of [
    ['PSAT/NMSQT Total', '2025-10', '1180'],
    ['IELTS Academic Overall', '2025-11-08', '7.5'],
  ] as const) {
    await page.getByRole('button', { name: 'Add other score' }).click();
    await roadmap.dialog.getByRole('combobox').fill(exam);
    await page.getByRole('option', { name: exam }).click();
    await roadmap.dialog.getByLabel('Exam date').fill(date);
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
test('where the exams cannot be loaded, the picker says so and tries again', async ({ signedIn }) => {
  const page = await signedIn('student');
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

// covers: ACTV-001 ACTV-002 ACTV-005 ACTV-006 ACTV-007 ACTV-010 ACTV-011 ACTV-019
test('a student adds an activity, reorders by keyboard, edits and deletes', async ({ signedIn }) => {
  const page = await signedIn('student');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('activities/');
  const categories = [
    ['Volunteering & community service', 'Library reading buddy'],
    ['Educational programs', 'Summer science institute'],
    ['Internships & work experience', 'Bicycle repair shop'],
    ['Honors & awards', 'Regional science fair, second place'],
    ['Sports', 'Cross country'],
    ['Other', 'Robotics team'],
  ] as const;
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    categories.map(([name]) => name),
  );
  for (const [name, activity] of categories) {
    const group = page.getByRole('region', { name, exact: true });
    await expect(group.getByRole('heading', { level: 3 }).first()).toHaveText(activity);
    await expect(group.getByRole('button', { name: `Add Record: ${name}`, exact: true })).toHaveText(
      'Add Record',
    );
  }
  const section = page.getByRole('region', { name: 'Volunteering & community service' });
  const names = section.getByRole('heading', { level: 3 });
  const before = await names.allTextContents();
  const places = before.length + 1;
  await section.getByRole('button', { name: /Add Record/ }).click();
  await page.getByRole('menuitem', { name: 'New activity' }).click();
  await roadmap.dialog.getByRole('button', { name: 'Add record' }).click();
  await expect(roadmap.dialog.getByText('Activity name is required')).toBeVisible();
  await roadmap.dialog.getByLabel('Name').fill('x'.repeat(101));
  await roadmap.dialog.getByRole('button', { name: 'Add record' }).click();
  await expect(roadmap.dialog.getByText('Activity name must be at most 100 characters')).toBeVisible();
  await roadmap.dialog.getByLabel('Name').fill('Beach cleanup');
  await expectRows(roadmap.dialog.getByLabel('Description'), 5, 10);
  // What does not fit is not taken.
  await roadmap.dialog.getByLabel('Description').fill('x'.repeat(99));
  await roadmap.dialog.getByLabel('Description').pressSequentially('yz');
  await expect(roadmap.dialog.getByLabel('Description')).toHaveValue(`${'x'.repeat(99)}y`);
  await roadmap.dialog.getByLabel('Description').fill('');
  await roadmap.dialog.getByLabel('Junior').check();
  await roadmap.dialog.getByRole('button', { name: 'Add record' }).click();
  await expect(roadmap.says('Created Beach cleanup')).toBeVisible();

  await page.getByRole('button', { name: 'Move Beach cleanup' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`Beach cleanup is over place ${places} of ${places}.`)).toBeAttached();
  await pressUntilTold(page, 'ArrowUp', `Beach cleanup is over place ${places - 1} of ${places}.`);
  const sorted = [...before.slice(0, -1), 'Beach cleanup', ...before.slice(-1)];
  // Nothing jumps back while the roadmap is read again.
  const read = Promise.withResolvers<void>();
  const shown = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(' Roadmap(') !== true) return route.fallback();
    read.resolve();
    await shown.promise;
    return route.fallback();
  });
  await page.keyboard.press('Space');
  await read.promise;
  await expect(page.getByRole('button', { name: 'Move Beach cleanup' })).not.toHaveAttribute('aria-pressed');
  expect(await names.allTextContents()).toEqual(sorted);
  shown.resolve();
  await expect(names).toHaveText(sorted);
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(names).toHaveText(sorted);

  await roadmap.chooseAction('Beach cleanup', 'Edit');
  await expect(roadmap.dialog.getByRole('heading', { name: 'Beach cleanup' })).toBeVisible();
  await expect(roadmap.dialog.getByRole('textbox')).toHaveCount(1);
  await expect(roadmap.dialog.getByRole('checkbox')).toHaveCount(4);
  await expect(roadmap.dialog.getByLabel('Junior')).toBeChecked();
  await expectRows(roadmap.dialog.getByLabel('Description'), 5, 10);
  await roadmap.dialog.getByLabel('Description').fill('Every first Sunday');
  await expect(roadmap.says('Updated Beach cleanup')).toBeVisible();
  await roadmap.dialog.getByRole('button', { name: 'Close' }).click();
  await expect(roadmap.card('Beach cleanup')).toContainText('Every first Sunday');
  await roadmap.chooseAction('Beach cleanup', 'Delete');
  await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(roadmap.says('Deleted Beach cleanup')).toBeVisible();
});

// covers: COLL-001 COLL-002 COLL-003 COLL-004 COLL-005 COLL-006 COLL-007 COLL-015 COLL-016 COLL-019 COLL-020 COLL-026 COLL-028
// covers: COLL-035 ROAD-005
test('a mentor adds a college, moves it by menu and by drag, and compares', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  await page.goto('/students/');
  await page.getByRole('link', { name: /Roadmap of Maya Okafor/ }).click();
  const roadmap = new RoadmapPage(page);
  await roadmap.tab('Colleges').click();
  await expect(page).toHaveURL(/\/users\/\d+\/roadmap\/colleges\/$/);

  await page.getByRole('button', { name: 'Add Record' }).click();
  await page.getByLabel('Find a college').fill('havard');
  await page
    .getByRole('list', { name: 'Colleges found' })
    .getByRole('button', { name: /Harvard/ })
    .click();
  await expect(roadmap.says('Created Harvard University')).toBeVisible();
  const card = roadmap.card('Harvard University');
  /** Each published figure of a card, by its name. */
  const factsOf = (of: Locator) =>
    of
      .locator('dl > div')
      .evaluateAll((pairs) =>
        Object.fromEntries(
          pairs.map((pair) => [pair.querySelector('dt')?.textContent, pair.querySelector('dd')?.textContent]),
        ),
      );
  await expect(card.getByText('Medium', { exact: true })).toBeVisible();
  await expect(card.getByText('Cambridge, MA · private non-profit · 4-year', { exact: true })).toBeVisible();
  expect(await factsOf(card)).toEqual({
    Undergraduates: '7,938',
    Acceptance: '4%',
    'Average yearly cost': '$74,171',
    Tuition: '$55,587',
  });
  const both = roadmap.card('San Diego State University');
  expect(await factsOf(both)).toEqual({
    Undergraduates: '30,991',
    Acceptance: '38%',
    'Average yearly cost': '$16,194',
    'In-state tuition': '$8,136',
    'Out-of-state tuition': '$20,016',
  });
  await expect(both.getByText('Large', { exact: true })).toBeVisible();
  await expect(both.getByText('San Diego, CA · public · 4-year', { exact: true })).toBeVisible();
  await expect(card).toContainText('College Scorecard, 2021-22');
  await expect(
    card.getByRole('img', { name: /SAT Math: 25th to 75th percentile \d+–\d+, yours/ }),
  ).toBeVisible();

  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    /^Reach schools \(\d+\)$/,
    /^Target schools \(\d+\)$/,
    /^Safety schools \(\d+\)$/,
  ]);
  const reach = page.getByRole('region', { name: 'Reach schools' });
  const safety = page.getByRole('region', { name: 'Safety schools' });
  await roadmap.chooseAction('Harvard University', 'Move to Reach');
  await expect(reach.getByRole('heading', { name: 'Harvard University' })).toBeVisible();
  // Stored and read again: nothing on the page moves any more.
  await expect(roadmap.says('Updated Harvard University').first()).toBeVisible();
  await page.waitForLoadState('networkidle');

  // Straight across: a column takes what is dropped anywhere in it, however few it holds.
  const handle = page.getByRole('button', { name: 'Move Harvard University' });
  await handle.hover();
  const from = await handle.boundingBox();
  const target = await safety.boundingBox();
  if (from === null || target === null) throw new Error('Nothing to drag.');
  await page.mouse.down();
  await page.mouse.move(target.x + 60, from.y + from.height / 2, { steps: 12 });
  await expect(page.getByText('Harvard University is over Safety')).toBeAttached();
  await page.mouse.up();
  await expect(safety.getByRole('heading', { name: 'Harvard University' })).toBeVisible();

  const stored = (text: string) =>
    page.waitForResponse(
      (answer) => answer.url().endsWith('/graphql') && (answer.request().postData() ?? '').includes(text),
    );
  await expectRows(card.getByLabel('Notes'), 3, 6);
  // Who pauses after a blank goes on behind it, although it is stored without.
  const pauseStored = stored('Ask about "').then(() => stored(' Roadmap('));
  await card.getByLabel('Notes').fill('Ask about ');
  await pauseStored;
  const notesStored = stored('Ask about financial aid');
  await card.getByLabel('Notes').pressSequentially('financial aid');
  await notesStored;
  await expect(roadmap.says('Updated Harvard University').first()).toBeVisible();
  await expect(card.getByLabel('Application').getByRole('option')).toHaveText([
    'Early Action',
    'Early Decision',
    'Regular Decision',
    'Undecided',
  ]);
  const applicationStored = stored('"EA"');
  await card.getByLabel('Application').selectOption({ label: 'Early Action' });
  await applicationStored;
  await expect(card.getByLabel('Category').getByRole('option')).toHaveText(['Reach', 'Target', 'Safety']);
  const categoryStored = stored('"T"');
  await card.getByLabel('Category').selectOption({ label: 'Target' });
  await categoryStored;
  const bothSet = card.getByText('Accepted and denied are both set. Is this what happened?');
  await card.getByRole('checkbox', { name: 'Accepted' }).check();
  await expect(bothSet).toHaveCount(0);
  const flagsStored = stored('"denied":true');
  await card.getByRole('checkbox', { name: 'Denied' }).check();
  await expect(bothSet).toBeVisible();
  await flagsStored;
  await page.reload();
  await expect(
    page.getByRole('region', { name: 'Target schools' }).getByRole('heading', { name: 'Harvard University' }),
  ).toBeVisible();
  await expect(card.getByLabel('Notes')).toHaveValue('Ask about financial aid');
  await expect(card.getByLabel('Application')).toHaveValue('EA');
  await expect(card.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect(bothSet).toBeVisible();

  // What is on the roadmap is not found again.
  await page.getByRole('button', { name: 'Add Record' }).click();
  await page.getByLabel('Find a college').fill('harvard');
  const found = page.getByRole('list', { name: 'Colleges found' });
  await expect(page.getByRole('button', { name: 'Add “harvard” by name' })).toBeVisible();
  await expect(found).toHaveAttribute('aria-busy', 'false');
  await expect(found.getByRole('button', { name: /^Harvard University/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await card.getByRole('checkbox', { name: 'Compare' }).check();
  await roadmap.card('Stanford University').getByRole('checkbox', { name: 'Compare' }).check();
  await page.getByRole('button', { name: 'Compare 2' }).click();
  await expect(roadmap.dialog.getByRole('columnheader', { name: 'Harvard University' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await roadmap.chooseAction('Harvard University', 'Delete');
  await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(roadmap.says('Deleted Harvard University')).toBeVisible();
});

/** Drags with a finger: touches as the browser gets them from a screen. @returns lifts the finger */
async function dragByTouch(page: Page, handle: Locator, to: { x: number; y: number }) {
  const device = await page.context().newCDPSession(page);
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const box = await handle.boundingBox();
  if (box === null) throw new Error('Nothing to drag.');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', from);
  for (let step = 1; step <= 10; step += 1) {
    const part = step / 10;
    await touch('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  }
  return () => touch('touchEnd');
}

test('on a phone a finger sorts activities by their handle, and scrolls the page anywhere else', async ({
  signedIn,
}) => {
  const page = await signedIn('student');
  await page.setViewportSize({ width: 360, height: 740 });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('activities/');
  const section = page.getByRole('region', { name: 'Volunteering & community service' });
  const names = section.getByRole('heading', { level: 3 });
  await expect(names).toHaveText(['Library reading buddy', 'Food bank']);
  const first = await names.first().boundingBox();
  if (first === null) throw new Error('Nothing to drag to.');
  const drop = await dragByTouch(page, page.getByRole('button', { name: 'Move Food bank' }), {
    x: first.x,
    y: first.y,
  });
  await expect(page.getByText('Food bank is over place 1 of 2.')).toBeAttached();
  const stored = page.waitForResponse(
    (answer) => answer.request().postData()?.includes(' ReorderActivities(') === true,
  );
  await drop();
  await stored;
  await expect(names).toHaveText(['Food bank', 'Library reading buddy']);
  await page.reload();
  await expect(names).toHaveText(['Food bank', 'Library reading buddy']);

  const lift = await dragByTouch(page, names.last(), { x: 180, y: 60 });
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await lift();
  await expect(names).toHaveText(['Food bank', 'Library reading buddy']);
});

// covers: COLL-001
test('a mentor moves a college with the keyboard, and with a finger', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  await page.goto('/students/');
  await page.getByRole('link', { name: /Roadmap of Maya Okafor/ }).click();
  const roadmap = new RoadmapPage(page);
  await roadmap.tab('Colleges').click();
  const within = (category: string) =>
    page
      .getByRole('region', { name: `${category} schools` })
      .getByRole('heading', { name: 'Stanford University', level: 3 });
  const handle = page.getByRole('button', { name: 'Move Stanford University' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Stanford University is over Reach.')).toBeAttached();
  await pressUntilTold(page, 'ArrowRight', 'Stanford University is over Target.');
  await pressUntilTold(page, 'ArrowRight', 'Stanford University is over Safety.');
  await pressUntilTold(page, 'ArrowLeft', 'Stanford University is over Target.');
  await page.keyboard.press('Space');
  await expect(within('Target')).toBeVisible();
  await expect(handle).toBeFocused();
  await expect(roadmap.says('Updated Stanford University')).toBeVisible();

  await handle.scrollIntoViewIfNeeded();
  const target = await page.getByRole('region', { name: 'Safety schools' }).boundingBox();
  const from = await handle.boundingBox();
  if (target === null || from === null) throw new Error('Nothing to drag.');
  const drop = await dragByTouch(page, handle, { x: target.x + 40, y: from.y + 10 });
  await expect(page.getByText('Stanford University is over Safety.')).toBeAttached();
  await drop();
  await expect(within('Safety')).toBeVisible();
  await page.reload();
  await expect(within('Safety')).toBeVisible();
});

// covers: STUD-010 STUD-011 STUD-018 STUD-019 ROAD-014 ROAD-015 ROAD-016 ROAD-017 ROAD-018 ROAD-019 ROAD-020 ROAD-022
// covers: ROAD-023 ROAD-024
test('a mentor creates a roadmap from the list of students; staff, who may not, read N/A', async ({
  signedIn,
}) => {
  const staff = await signedIn('staff');
  await staff.goto('/students/');
  const cellOf = (name: string, index: number) =>
    staff.getByRole('row', { name }).getByRole('cell').nth(index);
  await expect(cellOf('Ethan Brooks', 1)).toHaveText(/N\/A$/);
  await expect(cellOf('Zoe Papadakis', 1)).toContainText('Sophomore');
  await expect(cellOf('Zoe Papadakis', 2)).toHaveText(/N\/A$/);
  await expect(cellOf('Maya Okafor', 1)).toContainText('Junior');
  await expect(staff.getByRole('button', { name: /^Create/ })).toHaveCount(0);

  const page = await signedIn('mentor');
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
  await dialog.getByRole('combobox', { name: 'School' }).fill('dublin');
  await page.getByRole('option', { name: /^Dublin High/ }).click();
  await dialog.getByRole('combobox', { name: 'University attending' }).fill('stanford');
  await page.getByRole('option', { name: /^Stanford University/ }).click();
  await dialog.getByRole('combobox', { name: 'Interested majors' }).fill('compter');
  await page
    .getByRole('option', { name: /Computer/ })
    .first()
    .click();
  await expectAccessible(page);
  await refuseOperation(page, 'CreateRoadmap', WHY, 'A second message');
  await dialog.getByRole('button', { name: 'Create Roadmap' }).click();
  await expect(snackbar(page, WHY)).toBeVisible();
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

// covers: STUD-005 STUD-008 STUD-009 STUD-012 STUD-013 STUD-014 STUD-016 STUD-017
test('a mentor filters and sorts the students and opens one', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  await page.goto('/students/');
  await expect(page.getByRole('heading', { name: 'Students (8)' })).toBeVisible();
  const names = page.getByRole('row').locator('td:first-child');
  await expect(names).toHaveCount(8);
  // The avatar, then the name.
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
});

// covers: STUD-002 STUD-004 STUD-011 STUD-014 ROAD-003 ROAD-029 COLL-021 COLL-022 ACAD-029 EXAM-022 ACTV-012 COLL-023
test('a parent reads the roadmap of the child without a control', async ({ signedIn }) => {
  const page = await signedIn('parent');
  await page.goto('/students/');
  const child = page.getByRole('row', { name: /Maya Okafor/ });
  await expect(child).toContainText('Junior');
  await expect(child).toContainText('250');
  await expect(page.getByRole('main').getByRole('button', { name: /^Create|^Pin/ })).toHaveCount(0);
  await page.getByRole('link', { name: /Roadmap of Maya Okafor/ }).click();
  const roadmap = new RoadmapPage(page);
  await expect(page.getByRole('table', { name: 'Classes' })).toBeVisible();
  await expect(roadmap.tab('Preferences')).toHaveCount(0);
  const main = page.getByRole('main');
  // What a table is sorted by is all there is to press.
  const all = main
    .getByRole('button')
    .or(main.getByRole('textbox'))
    .or(main.getByRole('combobox'))
    .or(main.getByRole('checkbox'));
  await expect(all).toHaveText(['Class', 'Year', 'A-G', 'Target', 'Actual']);
  // Nor does the address lead where there is no tab.
  const base = new URL(page.url()).pathname;
  await page.goto(`${base}preferences/`);
  await expect(page).toHaveURL(new RegExp(`${base}$`));
  const controls = main.getByRole('button', { name: /Add|Delete|Actions|Move/ });
  await roadmap.tab('Exams').click();
  await expect(main.getByRole('table', { name: 'SAT score' }).getByRole('row')).not.toHaveCount(1);
  await expect(roadmap.row('AP Biology')).toBeVisible();
  await expect(controls).toHaveCount(0);
  await roadmap.tab('Activities').click();
  await expect(roadmap.card('Robotics team')).toBeVisible();
  await expect(all).toHaveCount(0);
  await roadmap.tab('Colleges').click();
  const card = roadmap.card('Stanford University');
  await expect(card).toContainText(/Category\s*Reach/);
  await expect(card).toContainText(/Application\s*Undecided/);
  await expect(card).toContainText(/Status\s*Visited/);
  await expect(card).toContainText('Dream school. Ask about the human biology program.');
  for (const control of [main.getByRole('textbox'), main.getByRole('combobox'), controls])
    await expect(control).toHaveCount(0);
  await expect(main.getByRole('checkbox')).toHaveCount(await main.getByLabel('Compare').count());
});

// covers: COLL-021 COLL-022
test('a student chooses the application type, but reads the category', async ({ signedIn }) => {
  const page = await signedIn('student');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('colleges/');
  const card = roadmap.card('Stanford University');
  await expect(card).toContainText(/Category\s*Reach/);
  await expect(card.getByRole('combobox')).toHaveCount(1);
  await expect(card.getByLabel('Application')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Stanford University' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Delete']);
  await page.keyboard.press('Escape');
  await card.getByLabel('Application').selectOption({ label: 'Early Decision' });
  await expect(roadmap.says('Updated Stanford University')).toBeVisible();
  await page.reload();
  await expect(card.getByLabel('Application')).toHaveValue('ED');
});

// covers: ROAD-028 ROAD-029
test('the report prints every part on clean pages, A4 and Letter', async ({ signedIn }) => {
  const page = await signedIn('student');
  await page.goto('/roadmap/report/');
  await expect(page.getByRole('heading', { name: 'Roadmap of Maya Okafor' })).toBeVisible();
  await expectAccessible(page);
  const main = page.getByRole('main');
  for (const name of [
    'Student information',
    'Academic plan',
    'Test plan',
    'Activities plan',
    'College selection',
  ])
    await expect(main.getByRole('region', { name })).toBeVisible();
  await expect(main.getByRole('button')).toHaveText(['Print']);
  await expect(
    main.getByRole('textbox').or(main.getByRole('combobox')).or(main.getByRole('checkbox')),
  ).toHaveCount(0);
  // On white paper the words are dark, also for who reads light words on a dark screen.
  const title = page.getByRole('heading', { level: 1 });
  await page.emulateMedia({ colorScheme: 'light' });
  const ink = await title.evaluate((element) => getComputedStyle(element).color);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(title).toHaveCSS('color', ink);
  await page.emulateMedia({ media: null });
  const rows = await page
    .getByRole('main')
    .locator('tbody tr')
    .evaluateAll((found) => found.map((row) => [...row.children].map((cell) => cell.textContent)));
  expect(rows.length).toBeGreaterThan(40);
  for (const format of ['A4', 'Letter'] as const) {
    const pdf = await getDocument({ data: new Uint8Array(await page.pdf({ format })), verbosity: 0 }).promise;
    const pages = await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, index) => {
        const { items } = await (await pdf.getPage(index + 1)).getTextContent();
        return items.map((item) => ('str' in item ? item.str : '')).join(' ');
      }),
    );
    const text = pages.join('\n').replaceAll(/\s+/g, ' ');
    for (const wanted of [
      'Student information',
      'Academic plan',
      'Test plan',
      'Activities plan',
      'College selection',
      'Dublin High',
      'AP English Language and Composition',
      'Library reading buddy',
      'Stanford University',
    ]) {
      expect(text).toContain(wanted);
    }
    for (const control of ['Print', 'Add class', 'Dashboard', 'Notes', 'Sign out']) {
      expect(text.split(' ')).not.toContain(control);
    }
    expect(pdf.numPages).toBeLessThanOrEqual(5);
    // No page cuts a row: its cells stand together on one.
    const bare = (words: string) => words.replaceAll(/\s+/g, '');
    const printed = pages.map(bare);
    for (const cells of rows) {
      const whole = cells.map(bare);
      const isWhole = printed.some((one) => whole.every((cell) => one.includes(cell)));
      expect(isWhole, cells.join(' · ')).toBe(true);
    }
  }
});

// covers: ROAD-028 ROAD-029
test('whatever tab is open, paper gets the report without a control', async ({ signedIn }) => {
  const page = await signedIn('student');
  const roadmap = new RoadmapPage(page);
  for (const tab of ['academics/', 'colleges/']) {
    await roadmap.open(tab);
    await expect(page.getByRole('main').getByRole('button', { name: /^Add (class|Record)/ })).toBeVisible();
    const pdf = await getDocument({ data: new Uint8Array(await page.pdf()), verbosity: 0 }).promise;
    const pages = await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, index) => {
        const { items } = await (await pdf.getPage(index + 1)).getTextContent();
        return items.map((item) => ('str' in item ? item.str : '')).join(' ');
      }),
    );
    const text = pages.join(' ').replaceAll(/\s+/g, ' ');
    for (const wanted of ['Roadmap of Maya Okafor', 'Academic plan', 'Chemistry', 'College selection'])
      expect(text).toContain(wanted);
    for (const control of ['Add class', 'Add Record', 'Compare', 'Report', 'Preferences', 'Print'])
      expect(text).not.toContain(control);
    // Afterwards the tab is there again.
    await expect(page.getByRole('main').getByRole('button', { name: /^Add (class|Record)/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Academic plan' })).toHaveCount(0);
  }
  await page.goto('/roadmap/report/');
  await page.getByRole('main').getByRole('link', { name: 'Roadmap' }).click();
  await expect(page).toHaveURL(/\/roadmap\/$/);
});

test('under a finger the table tells that it sorts, and UC Honors explains itself', async ({
  browser,
  server,
  signedIn,
}) => {
  const page = await signedIn('student');
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

// covers: ROAD-047 ROAD-048
test('schools and majors are looked for once typing has rested for 300 ms', async ({ signedIn }) => {
  const page = await signedIn('student');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('preferences/');
  const asked: unknown[] = [];
  page.on('request', (request) => {
    const body = request.postData();
    if (body?.includes('query SearchSchools(') || body?.includes('query SearchMajors('))
      asked.push((JSON.parse(body) as { variables: unknown }).variables);
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const [name, text] of [
    ['School', 'foothill'],
    ['Interested majors', 'computer'],
  ] as const) {
    const field = page.getByRole('combobox', { name });
    await field.fill(text.slice(0, 4));
    await page.clock.runFor(299);
    await field.fill(text);
    await page.clock.runFor(299);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => asked.splice(0)).toEqual([{ q: text }]);
  }
});

test('what cannot be loaded says so, and is loaded when it is tried again', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const { allStudents } = await graphql<{
    allStudents: { edges: { node: { pk: number; roadmap: object | null } }[] };
  }>(page, '{ allStudents(first: 50) { edges { node { pk roadmap { year } } } } }');
  const without = allStudents.edges.find(({ node }) => node.roadmap === null)?.node.pk;
  const withOne = allStudents.edges.find(({ node }) => node.roadmap !== null)?.node.pk;
  for (const [path, operation, content] of [
    ['/students/', 'AllStudents', page.getByRole('table', { name: 'Students' })],
    [`/users/${withOne}/roadmap/`, 'Roadmap', page.getByRole('table', { name: 'Classes' })],
    [`/users/${without}/roadmap/`, 'Student', page.getByRole('button', { name: 'Yes' })],
  ] as const) {
    await refuseOperation(page, operation, 'Not now');
    await page.goto(path);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Data Load Error');
    await expect(alert).toContainText('An error occurred while loading this resource.');
    await expectAccessible(page);
    await page.unroute('**/graphql');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(content).toBeVisible();
  }
});

test('long words and every column of scores fit on a phone and on a wide screen', async ({ signedIn }) => {
  const page = await signedIn('student');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  const { me } = await graphql<{ me: { pk: number } }>(page, '{ me { pk } }');
  const { roadmap: own } = await graphql<{ roadmap: { id: string } }>(
    page,
    'query ($userPk: Int!) { roadmap(userPk: $userPk) { id } }',
    { userPk: me.pk },
  );
  const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const variables = { id: own.id, name: unbroken };
  await graphql(
    page,
    `
      mutation ($id: ID!, $name: String!) {
        createClassGrade(
          input: {
            roadmapId: $id
            name: $name
            terms: 4
            targetGrades: [4, 4, 4, 4]
            actualGrades: [1.7, 1.7, 0, 0]
            year: FR
            ucHonors: true
            subjectRequirement: "A"
            autocompleted: false
          }
        ) {
          clientMutationId
        }
        createActivity(input: { roadmapId: $id, name: $name, body: $name, category: OT }) {
          clientMutationId
        }
        createCollege(input: { roadmapId: $id, name: $name }) {
          clientMutationId
        }
        createSatScore(
          input: {
            roadmapId: $id
            takenAt: "2024-03-09"
            erw: 600
            math: 600
            reading: 5
            analysis: 6
            writing: 7
          }
        ) {
          clientMutationId
        }
      }
    `,
    variables,
  );
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const tab of ['academics/', 'standardized_tests/', 'activities/', 'colleges/', 'report/']) {
      await page.goto(`/roadmap/${tab}`);
      const main = page.getByRole('main');
      await expect(main.getByText(tab === 'standardized_tests/' ? 'Mar 9, 2024' : unbroken)).not.toHaveCount(
        0,
      );
      // Neither the page nor a table is scrolled sideways; the strips of tabs and of sorting are made for that.
      const wider = await main.evaluate((element) =>
        [document.documentElement, ...element.querySelectorAll('div, table, section')]
          .filter(
            (part) => part === document.documentElement || getComputedStyle(part).overflowX !== 'visible',
          )
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
          .map(({ tagName, className }) => `${tagName} ${className}`),
      );
      expect(wider, `${tab} at ${width}`).toEqual([]);
      // Nor does one stick out of its place.
      const beyond = await main.evaluate((element) => {
        const { right } = element.getBoundingClientRect();
        return [...element.querySelectorAll('table')].filter(
          (table) => table.getBoundingClientRect().right > right - 15,
        ).length;
      });
      expect(beyond, `${tab} at ${width}`).toBe(0);
    }
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await roadmap.open('standardized_tests/');
  const essay = page.getByRole('table', { name: 'SAT score' }).getByRole('row', { name: /Mar 9, 2024/ });
  await expect(essay.getByRole('cell')).toContainText([
    'Total1200',
    'Reading and Writing600',
    'Math600',
    'Essay reading5',
    'Essay analysis6',
    'Essay writing7',
  ]);
  await expectAccessible(page);
});

/** Every failure tells the first message of the server, and only that one. */
async function expectFailure(roadmap: RoadmapPage, message: string) {
  await expect(roadmap.page.getByText(`${message}: ${WHY}`, { exact: true })).toBeVisible();
  await expect(roadmap.page.getByText('A second message')).toHaveCount(0);
}

test.describe('What the server refuses', () => {
  // covers: ACAD-034 ACAD-035 ACAD-036
  test('of classes is told with its first message, and nothing typed is lost', async ({ signedIn }) => {
    const page = await signedIn('student');
    const roadmap = new RoadmapPage(page);
    for (const operation of ['CreateClassGrade', 'UpdateClassGrade', 'DeleteClassGrade'])
      await refuseOperation(page, operation, WHY, 'A second message');
    await roadmap.open('academics/');
    await page.getByRole('button', { name: 'Add class' }).click();
    await roadmap.dialog.getByRole('button', { name: 'Enter another class' }).click();
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

  // covers: EXAM-029 EXAM-030 EXAM-031 EXAM-032
  test('of exam scores is told with its first message', async ({ signedIn }) => {
    const page = await signedIn('student');
    const roadmap = new RoadmapPage(page);
    for (const operation of [
      'CreateSatScore',
      'CreateActScore',
      'CreateCategoricalExamScore',
      'DeleteExamScore',
    ])
      await refuseOperation(page, operation, WHY, 'A second message');
    await roadmap.open('standardized_tests/');

    await page.getByRole('button', { name: 'Add SAT score' }).click();
    await roadmap.dialog.getByLabel('Exam date').fill('2024-03-09');
    await roadmap.dialog.getByLabel('Reading and Writing').fill('690');
    await roadmap.dialog.getByLabel('Math').fill('700');
    await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
    await expectFailure(roadmap, 'Failed to create SAT score');
    await expect(roadmap.dialog.getByLabel('Math')).toHaveValue('700');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Add ACT score' }).click();
    await roadmap.dialog.getByLabel('Exam date').fill('2024-04-13');
    for (const section of ['English', 'Mathematics', 'Reading', 'Science'])
      await roadmap.dialog.getByLabel(section).fill('30');
    await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
    await expectFailure(roadmap, 'Failed to create ACT score');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Add other score' }).click();
    await roadmap.dialog.getByRole('combobox').fill('AP Chemistry');
    await page.getByRole('option', { name: /AP Chemistry/ }).click();
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
    await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
    await expectFailure(roadmap, 'Failed to delete AP Biology score');
    await expect(roadmap.row('AP Biology')).toBeVisible();
  });

  // covers: ACTV-016 ACTV-017 ACTV-018
  test('of activities is told with its first message', async ({ signedIn }) => {
    const page = await signedIn('student');
    const roadmap = new RoadmapPage(page);
    for (const operation of ['CreateActivity', 'UpdateActivity', 'DeleteActivity'])
      await refuseOperation(page, operation, WHY, 'A second message');
    await roadmap.open('activities/');
    await page.getByRole('button', { name: 'Add Record: Sports' }).click();
    await page.getByRole('menuitem', { name: 'New activity' }).click();
    await roadmap.dialog.getByLabel('Name').fill('Rowing');
    await roadmap.dialog.getByRole('button', { name: 'Add record' }).click();
    await expectFailure(roadmap, 'Failed to create activity');
    await expect(roadmap.dialog.getByLabel('Name')).toHaveValue('Rowing');
    await page.keyboard.press('Escape');

    await roadmap.chooseAction('Robotics team', 'Edit');
    await roadmap.dialog.getByLabel('Description').fill('Lead of the build team');
    await expectFailure(roadmap, 'Failed to update activity');
    await expect(roadmap.dialog.getByLabel('Description')).toHaveValue('Lead of the build team');
    await page.keyboard.press('Escape');

    await roadmap.chooseAction('Robotics team', 'Delete');
    await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
    await expectFailure(roadmap, 'Failed to delete activity');
  });

  // covers: COLL-033 COLL-034 COLL-036
  test('of colleges is told with its first message; a failed search stops without a word', async ({
    signedIn,
  }) => {
    const page = await signedIn('student');
    const roadmap = new RoadmapPage(page);
    for (const operation of ['CreateCollege', 'DeleteCollege', 'SearchInstitutions'])
      await refuseOperation(page, operation, WHY, 'A second message');
    await roadmap.open('colleges/');
    await page.getByRole('button', { name: 'Add Record' }).click();
    const refused = page.waitForResponse(
      (answer) => answer.request().postData()?.includes(' SearchInstitutions(') === true,
    );
    await page.getByLabel('Find a college').fill('Somewhere');
    await refused;
    const found = page.getByRole('list', { name: 'Colleges found' });
    await expect(found).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('status', { name: 'Searching' })).toHaveCount(0);
    await expect(page.getByText('No college of the catalogue')).toHaveCount(0);
    await expect(page.locator('[data-kind=error]')).toHaveCount(0);

    await page.getByRole('button', { name: 'Add “Somewhere” by name' }).click();
    await expectFailure(roadmap, 'Failed to create college');
    await page.keyboard.press('Escape');
    await roadmap.chooseAction('Stanford University', 'Delete');
    await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
    await expectFailure(roadmap, 'Failed to delete college');
    await expect(roadmap.card('Stanford University')).toBeVisible();
  });
});

/** What the page sends in these mutations, in order. */
function sentInputs(page: Page, ...operations: string[]): Record<string, unknown>[] {
  const inputs: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    const body = request.postData();
    if (operations.some((operation) => body?.includes(`mutation ${operation}(`)))
      inputs.push(
        (JSON.parse(body as string) as { variables: { input: Record<string, unknown> } }).variables.input,
      );
  });
  return inputs;
}

// covers: ACAD-028 COLL-027
test('quick changes of a class, and of a college’s notes, leave as one when they have rested for 300 ms', async ({
  signedIn,
}) => {
  const page = await signedIn('student');
  const { me } = await graphql<{ me: { pk: number } }>(page, '{ me { pk } }');
  const { roadmap: own } = await graphql<{ roadmap: { id: string } }>(
    page,
    'query ($pk: Int!) { roadmap(userPk: $pk) { id } }',
    me,
  );
  await graphql(
    page,
    `
      mutation ($id: ID!) {
        createClassGrade(
          input: {
            roadmapId: $id
            name: "Rested class"
            year: JR
            terms: 2
            autocompleted: false
            ucHonors: false
            targetGrades: [4, 4]
            actualGrades: [null, null]
          }
        ) {
          clientMutationId
        }
        createCollege(input: { roadmapId: $id, name: "Rested College" }) {
          clientMutationId
        }
      }
    `,
    own,
  );
  const roadmap = new RoadmapPage(page);
  await roadmap.open('');
  const classes = sentInputs(page, 'UpdateClassGrade');
  await roadmap.row('Rested class').getByRole('button').click();
  const first = page.getByLabel('Actual grade, term 1');
  await expect(first).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await first.selectOption({ label: 'B+' });
  await page.clock.runFor(299);
  await page.getByLabel('Actual grade, term 2').selectOption({ label: 'A' });
  await page.clock.runFor(299);
  expect(classes).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => classes).toEqual([expect.objectContaining({ actualGrades: [3.3, 4] })]);
  await page.clock.resume();

  await roadmap.open('colleges/');
  const colleges = sentInputs(page, 'UpdateCollege');
  const notes = roadmap.card('Rested College').getByLabel('Notes');
  await expect(notes).toBeVisible();
  await page.clock.pauseAt(Date.now() + 300_000);
  await notes.pressSequentially('Visit in ');
  await page.clock.runFor(299);
  await notes.pressSequentially('May');
  await page.clock.runFor(299);
  expect(colleges).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => colleges).toEqual([expect.objectContaining({ body: 'Visit in May' })]);
});

// covers: EXAM-026
test('scores that are left empty are sent as null', async ({ signedIn }) => {
  const page = await signedIn('student');
  // Nothing is to be stored: other tests read the best scores.
  for (const operation of ['CreateSatScore', 'CreateActScore'])
    await refuseOperation(page, operation, 'Not now');
  const sent = sentInputs(page, 'CreateSatScore', 'CreateActScore');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('standardized_tests/');
  await page.getByRole('button', { name: 'Add SAT score' }).click();
  await roadmap.dialog.getByLabel('Exam date').fill(`${new Date().getFullYear() + 1}-03-08`);
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toMatchObject({ erw: null, math: null, reading: null, analysis: null, writing: null });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add ACT score' }).click();
  await roadmap.dialog.getByLabel('Exam date').fill('2025-04-05');
  for (const section of ['English', 'Mathematics', 'Reading'])
    await roadmap.dialog.getByLabel(section).fill('30');
  await roadmap.dialog.getByRole('button', { name: 'Add score' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ english: 30, mathematics: 30, reading: 30, science: null, writing: null });
});

// covers: ACAD-013
test('where the school’s courses cannot be loaded, a class is entered as free text', async ({ signedIn }) => {
  const page = await signedIn('student');
  await refuseOperation(page, 'SchoolCourses', 'Not now');
  const roadmap = new RoadmapPage(page);
  await roadmap.open('');
  await page.getByRole('button', { name: 'Add class' }).click();
  await roadmap.dialog.getByRole('combobox').fill('Pottery');
  await expect(page.getByText('The courses could not be loaded. Enter another class instead.')).toBeVisible();
  await roadmap.dialog.getByRole('button', { name: 'Enter another class' }).click();
  await expect(roadmap.dialog.getByLabel('Class name')).toHaveValue('Pottery');
});

// covers: ACAD-008 ACAD-009 ACAD-016 ACAD-017 ACAD-027
test('without a school a class is entered in the form at once', async ({ signedIn }) => {
  const page = await signedIn('mentor');
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
  // Added, it makes room for the next one: the form is there again, empty.
  await roadmap.dialog.getByLabel('Class name').fill('Woodworking');
  await roadmap.dialog.getByLabel('Target grades, term 1').selectOption({ label: 'B' });
  await roadmap.dialog.getByRole('button', { name: 'Add class' }).click();
  await expect(snackbar(page, 'Created Woodworking')).toBeVisible();
  await expect(roadmap.dialog.getByLabel('Class name')).toHaveValue('');
  await expect(terms).toHaveValue('2');
  await expect(roadmap.dialog.getByLabel('Target grades, term 1')).toHaveValue('');
  await expect(roadmap.dialog.getByLabel('Subject requirement')).toHaveValue('');
});

test.describe('Unsaved changes', () => {
  /** Holds back every save of this operation, as a network does that died. */
  const cut = (page: Page, operation: string) =>
    page.route('**/graphql', async (route) =>
      route.request().postData()?.includes(` ${operation}(`) === true ? route.abort() : route.fallback(),
    );

  /** Closes a tab whose save has failed: one that is under way might still arrive. */
  async function closeUnsaved(page: Page) {
    await expect(page.getByText('Not saved yet, kept on this device.')).toBeVisible();
    await page.close();
  }

  const STORED_NOTES = `query ($userPk: Int!) { roadmap(userPk: $userPk) {
    collegeSet(first: 100) { edges { node { body } } } } }`;
  const ownPk = async (page: Page) => (await graphql<{ me: { pk: number } }>(page, '{ me { pk } }')).me.pk;

  test('notes of a college that could not be saved are there after the tab was closed, and are saved then', async ({
    signedIn,
  }) => {
    const page = await signedIn('student');
    const roadmap = new RoadmapPage(page);
    await cut(page, 'UpdateCollege');
    await roadmap.open('colleges/');
    const typed = 'Ask about the marine biology field station.';
    await roadmap.card('San Diego State University').getByLabel('Notes').fill(typed);
    await expect.poll(() => page.evaluate(readDrafts)).toContain(typed);
    const context = page.context();
    await closeUnsaved(page);

    const again = await context.newPage();
    const restored = new RoadmapPage(again);
    await again.goto('/');
    expect(JSON.stringify(await graphql(again, STORED_NOTES, { userPk: await ownPk(again) }))).not.toContain(
      typed,
    );
    await restored.open('colleges/');
    await expect(restored.card('San Diego State University').getByLabel('Notes')).toHaveValue(typed);
    await expect.poll(() => again.evaluate(readDrafts)).toBe('[]');
    await again.reload();
    await expect(restored.card('San Diego State University').getByLabel('Notes')).toHaveValue(typed);
  });

  test('notes of a college are there after the tab was closed while they were being saved', async ({
    signedIn,
  }) => {
    const page = await signedIn('student');
    const roadmap = new RoadmapPage(page);
    await roadmap.open('colleges/');
    const typed = `Ask for the tide pools, ${randomUUID()}.`;
    const context = page.context();
    const saving = page.waitForRequest((request) => request.postData()?.includes(' UpdateCollege(') === true);
    await roadmap.card('San Diego State University').getByLabel('Notes').fill(typed);
    await saving;
    await page.close();

    // Saved before the tab was gone, or gone on with from this device: the same to who typed it.
    const again = await context.newPage();
    const restored = new RoadmapPage(again);
    await restored.open('colleges/');
    await expect(restored.card('San Diego State University').getByLabel('Notes')).toHaveValue(typed);
    await expect.poll(() => again.evaluate(readDrafts)).toBe('[]');
    await again.reload();
    await expect(restored.card('San Diego State University').getByLabel('Notes')).toHaveValue(typed);
  });

  test('notes that one tab could not save are gone on with by another that is open, once the first is closed', async ({
    signedIn,
  }) => {
    const page = await signedIn('student');
    const notes = (at: Page) => new RoadmapPage(at).card('San Diego State University').getByLabel('Notes');
    await cut(page, 'UpdateCollege');
    await new RoadmapPage(page).open('colleges/');
    const typed = 'Ask whether the aquarium takes volunteers.';
    await notes(page).fill(typed);
    await expect.poll(() => page.evaluate(readDrafts)).toContain(typed);

    const other = await page.context().newPage();
    await new RoadmapPage(other).open('colleges/');
    await expect(notes(other)).not.toHaveValue(typed);
    await closeUnsaved(page);
    await expect(notes(other)).toHaveValue(typed);
    await expect.poll(() => other.evaluate(readDrafts)).toBe('[]');
    await other.reload();
    await expect(notes(other)).toHaveValue(typed);
  });

  test('a grade that could not be saved is there after the tab was closed, without opening its class again', async ({
    signedIn,
  }) => {
    const page = await signedIn('student');
    const roadmap = new RoadmapPage(page);
    await cut(page, 'UpdateClassGrade');
    await roadmap.open('academics/');
    await roadmap.row('Spanish 2').getByRole('button').click();
    await page.getByLabel('Actual grade, term 2').selectOption({ label: 'B-' });
    await expect.poll(() => page.evaluate(readDrafts)).toContain('2.7');
    const context = page.context();
    await closeUnsaved(page);

    const again = await context.newPage();
    await new RoadmapPage(again).open('academics/');
    await expect(again.getByLabel('Actual grades of Spanish 2')).toContainText('B-');
    await expect.poll(() => again.evaluate(readDrafts)).toBe('[]');
  });

  test('signing out asks before they are lost', async ({ signedIn }) => {
    const page = await signedIn('student');
    const roadmap = new RoadmapPage(page);
    await cut(page, 'UpdateCollege');
    await roadmap.open('colleges/');
    await roadmap.card('University of California-Davis').getByLabel('Notes').fill('Unsaved');
    await expect.poll(() => page.evaluate(readDrafts)).toContain('Unsaved');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(roadmap.dialog).toContainText('University of California-Davis');
    await roadmap.dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign_in\//);
    expect(await page.evaluate(readDrafts)).toBe('[]');
  });

  test('of two edits of one class at once the second gets a clear message and loses nothing', async ({
    signedIn,
  }) => {
    const student = await signedIn('student');
    const mentor = await signedIn('mentor');
    await mentor.goto('/students/');
    await mentor.getByRole('link', { name: /Roadmap of Maya Okafor/ }).click();
    await new RoadmapPage(student).open('academics/');
    const [first, second] = [new RoadmapPage(mentor), new RoadmapPage(student)];
    for (const { page, row } of [first, second].map((roadmap) => ({
      page: roadmap.page,
      row: roadmap.row('English 1'),
    }))) {
      await row.getByRole('button').click();
      await expect(page.getByLabel('Actual grade, term 1')).toBeVisible();
    }
    await mentor.getByLabel('Actual grade, term 1').selectOption({ label: 'B' });
    await expect(first.says('Updated English 1')).toBeVisible();

    const grade = student.getByLabel('Actual grade, term 2');
    await grade.selectOption({ label: 'A-' });
    await grade.selectOption({ label: 'A' });
    await expect(
      student.getByText('Failed to update class: Somebody else changed this meanwhile.', { exact: true }),
    ).toBeVisible();
    await expect(student.getByText('Your change is kept on this device.')).toBeVisible();
    await expect(grade).toHaveValue('4');
    await expectAccessible(student);
    await student.getByRole('main').getByRole('button', { name: 'Save mine' }).click();
    await expect(second.says('Updated English 1')).toBeVisible();
    await expect(student.getByText('Your change is kept on this device.')).toHaveCount(0);
    await student.reload();
    await expect(student.getByLabel('Actual grades of English 1')).toContainText('A');
  });
});
