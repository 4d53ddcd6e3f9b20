import { TasksPage } from '../../../pages/tasks.ts';
import { graphql, makeList, makeNote } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { pressUntilAnnounced } from '#tests/helpers/browser/press-until-announced.ts';

let count = 0;
const unique = (name: string) => `${name} ${(count += 1)}`;

// covers: LIST-001 LIST-004 LIST-005 TASK-014 TASK-019
test('a typed line becomes a task; completing it can be undone', async ({ signedIn }) => {
  const page = await signedIn('student');
  const tasks = new TasksPage(page);
  await tasks.addList(unique('Applications'));
  await expect(page.getByText('No open tasks')).toBeVisible();
  await page.keyboard.press('q');
  await expect(tasks.quickAdd).toBeFocused();
  await tasks.quickAdd.fill('SAT registration friday 5pm 20pts');
  await expect(page.getByText('20 points')).toBeVisible();
  // The day before, on the day, and a week before (on Friday after 5 PM), the date is written differently.
  await expect(page.getByText(/^(?:Fri|Tomorrow|Today|[A-Z][a-z]{2} \d+, \d{4}).*5:00 PM$/)).toBeVisible();
  await tasks.quickAdd.press('Enter');
  await expect(tasks.task('SAT registration')).toContainText('20 points');
  await expect(tasks.quickAdd).toHaveValue('');

  await tasks.complete('SAT registration');
  await expect(tasks.message('Completed SAT registration')).toBeVisible();
  await expect(tasks.task('SAT registration')).toHaveCount(0);
  await tasks
    .completed()
    .getByRole('button', { name: /Completed/ })
    .click();
  await expect(tasks.completed().getByRole('link', { name: 'SAT registration' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tasks.task('SAT registration')).toBeVisible();
  const history = page.getByRole('region', { name: 'History of the list' });
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await expect(history).toContainText('reopened it');
  await expectAccessible(page);
});

// covers: TASK-002 TASK-007 TASK-015 TASK-040
test('a task shows its steps, is edited, and completes its steps', async ({ signedIn }) => {
  test.slow();
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Essays'));
  await tasks.add('Personal statement', 'Personal statement');
  const detail = await tasks.openTask('Personal statement');
  await expect(page).toHaveURL(/\/tasks\/[^/]+\/\d+\/$/);
  for (const step of ['Outline', 'Draft']) {
    await detail.getByRole('textbox', { name: 'Add a step' }).fill(step);
    await detail.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(detail.getByRole('link', { name: step })).toBeVisible();
  }
  await expect(tasks.task('Personal statement')).toContainText('0 of 2 steps');

  await detail.getByRole('button', { name: 'Edit task' }).click();
  const form = page.getByRole('article');
  await form.getByLabel('Name').fill('');
  await form.getByRole('button', { name: 'Save task' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await form.getByLabel('Name').fill('Common App essay');
  await form.getByRole('slider', { name: 'Points' }).press('ArrowRight');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save task' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Common App essay' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('5 points');
  const history = page.getByRole('article').getByRole('region', { name: 'History' });
  await expect(history).toContainText('You renamed it from “Personal statement” to “Common App essay”');

  await page.getByRole('article').getByRole('checkbox', { name: 'Complete Common App essay' }).click();
  await expect(page.getByRole('checkbox', { name: 'Reopen Outline' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Reopen Draft' })).toBeChecked();
  await expectAccessible(page);
});

// covers: TASK-017 TASK-021
test('a task is moved to another list found by search, and back', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  const from = unique('From here');
  const to = unique('To there');
  await makeList(page, to);
  await tasks.openNewList(from);
  await tasks.add('Wanderer', 'Wanderer');
  await tasks.act('Wanderer', 'Move to another list');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Search lists').fill('to there');
  await expect(dialog.getByRole('list', { name: 'Lists' }).getByRole('button')).toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: to }).click();
  await expect(tasks.message(`Moved Wanderer to ${to}`)).toBeVisible();
  await expect(tasks.task('Wanderer')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tasks.task('Wanderer')).toBeVisible();
  await expect(tasks.message(/^Moved Wanderer/)).not.toContainText(to);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  // Deleted in another tab: shows a clear message and reloads the list.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await new TasksPage(other).act('Wanderer', 'Delete');
  await expect(new TasksPage(other).message('Deleted Wanderer')).toBeVisible();
  await expect(tasks.task('Wanderer')).toHaveCount(0);
});

// covers: TASK-034 TASK-035
test('a deleted task comes back by undo', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Deletions'));
  await tasks.add('Not yet', 'Not yet');
  await tasks.act('Not yet', 'Delete');
  await expect(tasks.task('Not yet')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tasks.task('Not yet')).toBeVisible();
});

test('tasks are sorted with the keyboard alone', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Order'));
  for (const name of ['First', 'Second', 'Third']) await tasks.add(name, name);
  const moveStored = () =>
    page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('mutation ReorderTask'),
    );
  const movedUp = moveStored();
  await tasks.act('Third', 'Move up');
  await expect.poll(() => tasks.names()).toEqual(['First', 'Third', 'Second']);
  await movedUp;
  await page.getByRole('button', { name: 'Move First' }).focus();
  await page.keyboard.press('Space');
  // A dragged row covers its original position first.
  await expect(page.getByText('First is over place 1 of 3.')).toBeAttached();
  await pressUntilAnnounced(page, 'ArrowDown', 'First is over place 2 of 3.');
  const dropped = moveStored();
  await page.keyboard.press('Space');
  await expect.poll(() => tasks.names()).toEqual(['Third', 'First', 'Second']);
  await dropped;
  await page.reload();
  await expect.poll(() => tasks.names()).toEqual(['Third', 'First', 'Second']);
});

test('a task is dragged to its place by its handle', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Dragged'));
  for (const name of ['Upper', 'Lower']) await tasks.add(name, name);
  await tasks.task('Lower').hover();
  const from = await page.getByRole('button', { name: 'Move Lower' }).boundingBox();
  const to = await tasks.task('Upper').boundingBox();
  if (from === null || to === null) throw new Error('Nothing to drag.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 10 });
  await expect(page.getByText('Lower is over place 1 of 2.')).toBeAttached();
  await page.mouse.up();
  await expect.poll(() => tasks.names()).toEqual(['Lower', 'Upper']);
  await page.reload();
  await expect.poll(() => tasks.names()).toEqual(['Lower', 'Upper']);
});

test('completing a repeating task creates the next one, and undo deletes it', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Again'));
  await tasks.quickAdd.fill('Math homework every tuesday');
  await expect(page.getByText('Every week')).toBeVisible();
  await tasks.quickAdd.press('Enter');
  const due = tasks.task('Math homework').getByRole('time');
  await expect(due).toHaveCount(1);
  const first = await due.getAttribute('datetime');
  await tasks.complete('Math homework');
  await expect(tasks.message(/^Completed Math homework\. Next due /)).toBeVisible();
  await expect.poll(async () => (await due.count()) === 1 && due.getAttribute('datetime')).not.toBe(first);
  const week = 7 * 86_400_000;
  const next = await due.getAttribute('datetime');
  // An hour of tolerance for daylight saving time.
  expect(Math.abs(Date.parse(next ?? '') - Date.parse(first ?? '') - week)).toBeLessThanOrEqual(3_600_000);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await due.count()) === 1 && due.getAttribute('datetime')).toBe(first);
});

// covers: LIST-007 LIST-009 LIST-010 LIST-011 SHEL-013 SHEL-014
test('a list is shared, marked as a favorite, renamed, and deleted by typing its name', async ({
  signedIn,
}) => {
  test.slow();
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  const name = unique('Scholarships');
  await tasks.openNewList(name);
  await expect(page.getByText('Only you can see this list')).toBeVisible();
  await page.getByRole('switch', { name: 'Private' }).click();
  await expect(page.getByText('Your parents and mentors can see this list')).toBeVisible();
  await page.getByRole('button', { name: 'Add to Favorites' }).click();
  const favorites = tasks.menu.getByRole('region', { name: 'Favorites' });
  await expect(favorites.getByRole('link', { name })).toBeVisible();

  const renamed = unique('Grants');
  await tasks.actOnList('Rename');
  await page.getByRole('dialog').getByLabel('Name').fill(renamed);
  await page.getByRole('dialog').getByRole('button', { name: 'Rename list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible();

  const own = tasks.menu.getByRole('region', { name: 'My To-Do Lists' });
  await tasks.menu.getByRole('button', { name: 'Hide task lists' }).click();
  await expect(own).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible();
  await expect(own).toBeHidden();
  await tasks.menu.getByRole('button', { name: 'Show task lists' }).click();
  await expect(own.getByRole('link', { name: renamed })).toBeVisible();

  await tasks.actOnList('Delete list');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(renamed.toLowerCase());
  await expect(dialog.getByRole('button', { name: 'Delete list' })).toBeDisabled();
  await dialog.getByRole('textbox').fill(renamed);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete list' }).click();
  await expect(page).toHaveURL(/\/tasks\/$/);
  await expect(own.getByRole('link', { name: renamed })).toHaveCount(0);
});

// covers: UPC-001 UPC-002
test('upcoming tasks show five at a time and are completed in place', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Many'));
  for (let day = 1; day <= 6; day += 1) await tasks.add(`Reading ${day} in ${day} days`, `Reading ${day}`);
  await tasks.menu.getByRole('link', { name: 'Tasks', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Upcoming tasks' })).toBeVisible();
  const checks = page.getByRole('main').getByRole('checkbox');
  await expect(checks).toHaveCount(5);
  await page.getByRole('button', { name: 'Show 5 more' }).click();
  await expect(checks).toHaveCount(10);
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Complete Reading 1' }).click();
  await expect(tasks.message('Completed Reading 1')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /Reading 1/ })).toHaveCount(0);
});

test('changes made offline are stored and sent when the network is back', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  const name = unique('Offline');
  await tasks.openNewList(name);
  await tasks.add('Done on the train', 'Done on the train');
  // The date parser is loaded by now.
  await tasks.quickAdd.focus();
  await page.context().setOffline(true);
  await tasks.complete('Done on the train');
  await expect(tasks.message(/Kept on this device until you are online/)).toBeVisible();
  await tasks.quickAdd.fill('Thought of on the train');
  await tasks.quickAdd.press('Enter');
  await expect(tasks.message('Thought of on the train is kept on this device')).toBeVisible();
  await page.context().setOffline(false);
  await expect(tasks.task('Thought of on the train')).toBeVisible();
  await expect(tasks.task('Done on the train')).toHaveCount(0);
  await page.reload();
  await expect(tasks.task('Thought of on the train')).toHaveCount(1);
});

// covers: LIST-002 LIST-019 LIST-020 SHEL-019 TASK-003 USER-003
test('a mentor finds a student’s lists, adds a templated one, and makes a template', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const tasks = new TasksPage(page);
  await tasks.menu.getByRole('region', { name: 'Favorites' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/users\/\d+\/tasks\/[^/]+\/$/);
  await expect(page.getByRole('switch', { name: 'Private' })).toHaveCount(0);
  const theirs = tasks.menu.getByRole('region', { name: /To-Do Lists$/ }).last();
  await expect(theirs.getByRole('link', { name: /College list/ })).toBeVisible();
  await expect(theirs.getByRole('link', { name: /My own plans/ })).toHaveCount(0);
  const owner = page
    .getByRole('main')
    .getByText(/^List of/)
    .getByRole('link');
  await expect(owner).toHaveAttribute('href', /\/users\/\d+\/$/);
  await expectAccessible(page);

  await tasks.menu.getByRole('button', { name: 'Add templated list' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Junior year').click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Junior year/ })).toBeVisible();
  await expect(tasks.task('Make a first list of colleges')).toContainText('0 of 4 steps');

  await tasks.actOnList('Save as template');
  const title = unique('My junior year');
  await dialog.getByLabel('Name').fill(title);
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(tasks.message(`Saved ${title} as a templated list`)).toBeVisible();
});

test('a parent reads a child’s list and changes nothing', async ({ signedIn }) => {
  const page = await signedIn('parent');
  const tasks = new TasksPage(page);
  await tasks.menu.getByRole('region', { name: 'Favorites' }).getByRole('link').first().click();
  await expect(tasks.open.getByRole('listitem').first()).toBeVisible();
  await expect(tasks.quickAdd).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Actions for (?!this)/ })).toHaveCount(0);
});

test('lines of a note become tasks with a link back, and are marked afterwards', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const tasks = new TasksPage(page);
  const { myStudents } = await graphql<{ myStudents: { id: string }[] }>(page, '{ myStudents { id } }');
  const [line, other] = [unique('Call the admissions office'), unique('Order the transcript')];
  const about = { text: line, studentId: (myStudents[0] as { id: string }).id };
  const note = await makeNote(page, unique('With a task in it'), about);
  await page.goto(`/notes/${note.pk}/`);
  await page.getByRole('button', { name: 'Make tasks' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: line }).check();
  await dialog.getByLabel('Another task').fill(`${other} tomorrow 10pts`);
  await expect(dialog.getByText(/^Due tomorrow at .*10 points$/)).toBeVisible();
  await expectAccessible(page);
  // The response to the first request is lost; its line is then marked, and only the rest is sent.
  const sent: string[] = [];
  await page.route('**/graphql', async (route) => {
    const body = route.request().postDataJSON() as { variables?: { input?: { idempotencyKey?: string } } };
    const key = body.variables?.input?.idempotencyKey;
    if (key === undefined) return route.continue();
    sent.push(key);
    if (sent.length > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await dialog.getByRole('button', { name: 'Add 2 tasks' }).click();
  await expect(dialog.getByText('The server could not be reached.')).toBeVisible();
  await expect(dialog.getByText('Already a task')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(tasks.message(`Added ${other}`)).toBeVisible();
  expect(sent).toHaveLength(2);
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Make tasks' }).click();
  await expect(dialog.getByRole('checkbox', { name: line })).toBeDisabled();
  await expect(dialog.getByText('Already a task')).toBeVisible();
});

test('the calendar link is created, shown once and revoked', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  await page.goto('/tasks/');
  await page.getByRole('button', { name: 'Add to your calendar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  const read = async () => (await page.request.get(link)).status();
  expect(await read()).toBe(200);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect(await read()).toBe(404);
});

// covers: LIST-001 TASK-002
test('a missing list or task shows Not Found', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  for (const path of ['/tasks/no-such-list/', '/users/999999/tasks/x/', '/users/x/tasks/y/']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  }
});
