import { RoadmapPage } from '../../../pages/roadmap.ts';
import { refuseOperation } from '../../api.ts';
import { dragByTouch, expectFailure, expectRows, REFUSAL } from '../../roadmap.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { pressUntilAnnounced } from '#tests/helpers/browser/press-until-announced.ts';

test.slow();

// covers: ACTV-001 ACTV-002 ACTV-005 ACTV-006 ACTV-007 ACTV-010 ACTV-011 ACTV-019
test('a student adds an activity, reorders by keyboard, edits and deletes', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
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
  // Invalid input is rejected.
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
  await pressUntilAnnounced(page, 'ArrowUp', `Beach cleanup is over place ${places - 1} of ${places}.`);
  const sorted = [...before.slice(0, -1), 'Beach cleanup', ...before.slice(-1)];
  // Nothing moves back while the roadmap reloads.
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

test('a new activity survives a click beside the dialog and a reload', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('activities/');
  const open = async () => {
    await page.getByRole('button', { name: 'Add Record: Sports' }).click();
    await page.getByRole('menuitem', { name: 'New activity' }).click();
    await expect(roadmap.dialog.getByLabel('Name')).toBeFocused();
  };
  await open();
  await roadmap.dialog.getByLabel('Name').fill('Rowing');
  await page.mouse.click(5, 400);
  await expect(roadmap.dialog).toHaveCount(0);
  await open();
  await expect(roadmap.dialog.getByLabel('Name')).toHaveValue('Rowing');
  await roadmap.dialog.getByLabel('Description').fill('Captain of the eight');
  await page.reload();
  await open();
  await expect(roadmap.dialog.getByLabel('Name')).toHaveValue('Rowing');
  await expect(roadmap.dialog.getByLabel('Description')).toHaveValue('Captain of the eight');
  await expectAccessible(page);
  await roadmap.dialog.getByRole('button', { name: 'Cancel' }).click();
  await open();
  await expect(roadmap.dialog.getByLabel('Name')).toHaveValue('');
});

test('after someone else added an activity, the sorted ones are reloaded and can be sorted', async ({
  signedIn,
  server,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  await roadmap.open('activities/');
  const section = page.getByRole('region', { name: 'Volunteering & community service' });
  const names = section.getByRole('heading', { level: 3 });
  await expect(names).toHaveText(['Library reading buddy', 'Food bank']);
  await server.query(`INSERT INTO activities (roadmap_pk, name, category, position)
    SELECT roadmap_pk, 'Beach cleanup', 'VO', 99 FROM activities WHERE name = 'Food bank'`);
  const sort = async (count: number) => {
    await page.getByRole('button', { name: 'Move Food bank' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText(`Food bank is over place 2 of ${count}.`)).toBeAttached();
    await pressUntilAnnounced(page, 'ArrowUp', `Food bank is over place 1 of ${count}.`);
    await page.keyboard.press('Space');
  };
  await sort(2);
  await expect(roadmap.says('Failed to update activity: Someone else changed the activities.')).toBeVisible();
  await expect(names).toHaveText(['Library reading buddy', 'Food bank', 'Beach cleanup']);
  await sort(3);
  await expect(names).toHaveText(['Food bank', 'Library reading buddy', 'Beach cleanup']);
  await page.reload();
  await expect(names).toHaveText(['Food bank', 'Library reading buddy', 'Beach cleanup']);
});

test('on a phone, dragging a handle sorts activities, and dragging elsewhere scrolls', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
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

// covers: ACTV-016 ACTV-017 ACTV-018
test('a refused activity shows the first message', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  for (const operation of ['CreateActivity', 'UpdateActivity', 'DeleteActivity'])
    await refuseOperation(page, operation, REFUSAL, 'A second message');
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
