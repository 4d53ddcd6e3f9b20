import type { Locator } from '@playwright/test';
import { RoadmapPage } from '../../../pages/roadmap.ts';
import { refuseOperation } from '../../api.ts';
import { dragByTouch, expectFailure, expectRows, REFUSAL } from '../../roadmap.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { pressUntilAnnounced } from '#tests/helpers/browser/press-until-announced.ts';

test.slow();

// covers: COLL-001 COLL-002 COLL-003 COLL-004 COLL-005 COLL-006 COLL-007 COLL-015 COLL-016 COLL-019 COLL-020 COLL-026 COLL-028
// covers: COLL-035 ROAD-005
test('a mentor adds a college, moves it by menu and by drag, and compares', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  await page.goto('/students/');
  await page.getByRole('link', { name: /Roadmap of Maya Okafor/ }).click();
  const roadmap = new RoadmapPage(page);
  await roadmap.tab('Colleges').click();
  await expect(page).toHaveURL(/\/users\/\d+\/roadmap\/colleges\/$/);

  await page.getByRole('button', { name: 'Add Record' }).click();
  await page.getByLabel('Find a college').fill('havard');
  await page
    .getByRole('listbox', { name: 'Colleges found' })
    .getByRole('option', { name: /Harvard/ })
    .click();
  await expect(roadmap.says('Created Harvard University')).toBeVisible();
  const card = await roadmap.openCollege('Harvard University');
  /** Returns the published figures of a card, by name. */
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
  const both = await roadmap.openCollege('San Diego State University');
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
    card.getByRole('img', { name: /SAT Math: 25th to 75th percentile \d+–\d+, Maya’s best \d+/ }),
  ).toBeVisible();

  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    /^No category yet \(1\)$/,
    /^Reach schools \(\d+\)$/,
    /^Target schools \(\d+\)$/,
    /^Safety schools \(\d+\)$/,
  ]);
  const reach = page.getByRole('region', { name: 'Reach schools' });
  const safety = page.getByRole('region', { name: 'Safety schools' });
  await roadmap.chooseAction('Harvard University', 'Move to Reach');
  await expect(reach.getByRole('heading', { name: 'Harvard University' })).toBeVisible();
  // Wait until the roadmap was loaded again, so that nothing moves during the drag.
  await expect(roadmap.says('Updated Harvard University').first()).toBeVisible();
  await page.waitForLoadState('networkidle');

  // Horizontally: a column accepts drops anywhere in it, even if it is almost empty.
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
  // The trailing space stays during typing, although the stored text has none.
  const pauseStored = stored('Ask about "').then(() => stored(' Roadmap('));
  await card.getByLabel('Notes').fill('Ask about ');
  await pauseStored;
  const notesStored = stored('Ask about financial aid');
  await card.getByLabel('Notes').pressSequentially('financial aid');
  await notesStored;
  await expect(roadmap.says('Updated Harvard University').first()).toBeVisible();
  await expect(card.getByLabel('Application', { exact: true }).getByRole('option')).toHaveText([
    'Early Action',
    'Early Decision',
    'Regular Decision',
    'Undecided',
  ]);
  const applicationStored = stored('"EA"');
  await card.getByLabel('Application', { exact: true }).selectOption({ label: 'Early Action' });
  await applicationStored;
  await expect(card.getByLabel('Category').getByRole('option')).toHaveText(['Reach', 'Target', 'Safety']);
  const categoryStored = stored('"T"');
  await card.getByLabel('Category').selectOption({ label: 'Target' });
  await categoryStored;
  const bothSet = card.getByText('Marked both accepted and denied. Is that right?');
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
  await expect(card).toContainText('Early Action · Accepted, Denied');
  await roadmap.openCollege('Harvard University');
  await expect(card.getByLabel('Notes')).toHaveValue('Ask about financial aid');
  await expect(card.getByLabel('Application', { exact: true })).toHaveValue('EA');
  await expect(card.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await expect(bothSet).toBeVisible();

  // The search excludes colleges on the roadmap.
  await page.getByRole('button', { name: 'Add Record' }).click();
  await page.getByLabel('Find a college').fill('harvard');
  const found = page.getByRole('listbox', { name: 'Colleges found' });
  await expect(page.getByRole('option', { name: 'Add “harvard” as a custom college' })).toBeVisible();
  await expect(found).toHaveAttribute('aria-busy', 'false');
  await expect(found.getByRole('option', { name: /^Harvard University/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await card.getByRole('checkbox', { name: 'Compare' }).check();
  await roadmap.card('Stanford University').getByRole('checkbox', { name: 'Compare' }).check();
  await page.getByRole('button', { name: 'Compare (2)' }).click();
  await expect(roadmap.dialog.getByRole('columnheader', { name: 'Harvard University' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await roadmap.chooseAction('Harvard University', 'Delete');
  await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(roadmap.says('Deleted Harvard University')).toBeVisible();
});

for (const [device, size] of [
  ['a desktop', { width: 1280, height: 640 }],
  ['a phone', { width: 360, height: 640 }],
] as const) {
  test(`on ${device}, Compare stays on the screen while ticking colleges`, async ({ signedIn }) => {
    const page = await signedIn('student', { at: 'blank' });
    await page.setViewportSize(size);
    await new RoadmapPage(page).open('colleges/');
    const boxes = page.getByRole('checkbox', { name: 'Compare' });
    await expect(boxes.nth(2)).toBeAttached();
    for (const [index, box] of (await boxes.all()).entries()) {
      await box.check();
      await expect(page.getByRole('button', { name: `Compare (${index + 1})` })).toBeInViewport({ ratio: 1 });
    }
  });
}

// covers: COLL-001
test('a mentor moves a college with the keyboard and by touch', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
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
  await pressUntilAnnounced(page, 'ArrowRight', 'Stanford University is over Target.');
  await pressUntilAnnounced(page, 'ArrowRight', 'Stanford University is over Safety.');
  await pressUntilAnnounced(page, 'ArrowLeft', 'Stanford University is over Target.');
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

// covers: COLL-021 COLL-022
test('a student chooses the application type but cannot change the category', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('colleges/');
  const card = await roadmap.openCollege('Stanford University');
  await expect(card).toContainText(/Category\s*Reach/);
  await expect(card.getByRole('combobox')).toHaveCount(1);
  await expect(card.getByLabel('Application', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Stanford University' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Delete']);
  await page.keyboard.press('Escape');
  await card.getByLabel('Application', { exact: true }).selectOption({ label: 'Early Decision' });
  await expect(roadmap.says('Updated Stanford University')).toBeVisible();
  await page.reload();
  await expect(card).toContainText('Early Decision');
});

// covers: COLL-033 COLL-034 COLL-036
test('a refused college shows the first message; a failed search shows no message', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  for (const operation of ['CreateCollege', 'DeleteCollege', 'SearchInstitutions'])
    await refuseOperation(page, operation, REFUSAL, 'A second message');
  await roadmap.open('colleges/');
  await page.getByRole('button', { name: 'Add Record' }).click();
  const refused = page.waitForResponse(
    (answer) => answer.request().postData()?.includes(' SearchInstitutions(') === true,
  );
  await page.getByLabel('Find a college').fill('Somewhere');
  await refused;
  const found = page.getByRole('listbox', { name: 'Colleges found' });
  await expect(found).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('status', { name: 'Searching' })).toHaveCount(0);
  await expect(page.getByText('No matching college')).toHaveCount(0);
  await expect(page.locator('[data-kind=error]')).toHaveCount(0);

  await page.getByRole('option', { name: 'Add “Somewhere” as a custom college' }).click();
  await expectFailure(roadmap, 'Failed to create college');
  await page.keyboard.press('Escape');
  await roadmap.chooseAction('Stanford University', 'Delete');
  await roadmap.dialog.getByRole('button', { name: 'Delete' }).click();
  await expectFailure(roadmap, 'Failed to delete college');
  await expect(roadmap.card('Stanford University')).toBeVisible();
});

test('college search works with the keyboard; a new college has no category', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('colleges/');
  await page.getByRole('button', { name: 'Add Record' }).click();
  const field = page.getByRole('combobox', { name: 'Find a college' });
  await expect(field).toBeFocused();
  await field.fill('california');
  const options = page.getByRole('listbox', { name: 'Colleges found' }).getByRole('option');
  await expect(options.last()).toHaveText('Add “california” as a custom college');
  await expect(options.nth(1)).toBeVisible();
  for (const [key, option] of [
    ['ArrowDown', options.first()],
    ['End', options.last()],
    ['ArrowDown', options.first()],
    ['ArrowUp', options.last()],
    ['Home', options.first()],
  ] as const) {
    await field.press(key);
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  }
  // The popover floats outside of the landmarks, with focus guards around it.
  await expectAccessible(page, { except: ['region', 'aria-hidden-focus'] });
  await field.press('End');
  await field.press('Enter');
  await expect(roadmap.says('Created california')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'No category yet' }).getByRole('heading', { name: 'california' }),
  ).toBeVisible();
});

test('UC campuses say that they do not consider test scores; links name their purpose', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('colleges/');
  const card = await roadmap.openCollege('University of California-Davis');
  await expect(card).toContainText('UC campuses do not consider SAT and ACT scores.');
  const stanford = await roadmap.openCollege('Stanford University');
  await expect(stanford).toContainText('The line is your best score.');
  await expect(stanford.getByRole('link')).toHaveAccessibleName('Stanford University (opens its website)');
  await expectAccessible(page);
});
