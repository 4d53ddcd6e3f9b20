import type { Page, Request } from '@playwright/test';
import { TasksPage } from '../../../pages/tasks.ts';
import { graphql, makeList } from '../../api.ts';
import { expect, test } from '../../test.ts';

let count = 0;
const unique = (name: string) => `${name} ${(count += 1)}`;

const isOperation = (request: Request, name: string) =>
  request.url().endsWith('/graphql') && (request.postData() ?? '').includes(name);

/** Makes a GraphQL operation fail. */
async function failOperation(page: Page, name: string) {
  await page.route('**/graphql', (route) =>
    isOperation(route.request(), name)
      ? route.fulfill({
          json: { data: null, errors: [{ message: 'Broken', extensions: { code: 'INTERNAL' } }] },
        })
      : route.fallback(),
  );
}

/** Makes a REST endpoint fail for writes; reads still work. */
async function failEndpoint(page: Page, pattern: string) {
  await page.route(pattern, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  );
}

/** The exact texts of the snackbars. */
const errorText = (page: Page) => page.locator('[data-kind="error"] > div:first-of-type');

async function dismiss(page: Page) {
  await page.locator('[data-kind="error"]').getByRole('button', { name: 'Dismiss' }).click();
  await expect(errorText(page)).toHaveCount(0);
}

// covers: TASK-041 TASK-042
test('a failed move or completion shows an error, and the task keeps its place', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  const target = unique('Target');
  await makeList(page, target);
  await tasks.openNewList(unique('Source'));
  await tasks.add('Stays', 'Stays');

  await failOperation(page, 'MoveTask(');
  await (await tasks.moveTarget('Stays', target)).click();
  await expect(errorText(page)).toHaveText(['Failed to move task']);
  await expect(tasks.task('Stays')).toBeVisible();
  await dismiss(page);

  await failOperation(page, 'CompleteTask(');
  await tasks.complete('Stays');
  await expect(errorText(page)).toHaveText(['Failed to mark task complete']);
  await expect(tasks.open.getByRole('checkbox', { name: 'Complete Stays' })).not.toBeChecked();
});

// covers: TASK-043
test('a failed edit shows an error, and the typed values stay in the form', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Edits'));
  await tasks.add('First words', 'First words');
  await tasks.openTask('First words');
  await page.getByRole('button', { name: 'Edit task' }).click();
  const form = page.getByRole('article');
  await form.getByLabel('Name').fill('Better words');
  await failOperation(page, 'EditTask(');
  await form.getByRole('button', { name: 'Save task' }).click();
  await expect(errorText(page)).toHaveText(['Failed to update task']);
  await expect(form.getByLabel('Name')).toHaveValue('Better words');
  await page.unrouteAll();
  await form.getByRole('button', { name: 'Save task' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Better words' })).toBeVisible();
});

// covers: LIST-033 LIST-034
test('failing to delete a list or to mark it as a favorite shows an error, and the list stays', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  const name = unique('Colleges');
  await tasks.openNewList(name);
  const mark = page.getByRole('button', { name: 'Add to Favorites' });
  const unmark = page.getByRole('button', { name: 'Remove from Favorites' });

  await failEndpoint(page, '**/api/me/favorites/**');
  await mark.click();
  await expect(errorText(page)).toHaveText(['Failed to add to Favorites']);
  await expect(mark).toBeVisible();
  await dismiss(page);
  await page.unrouteAll();
  await mark.click();
  await expect(unmark).toBeVisible();
  const favorites = tasks.menu.getByRole('region', { name: 'Favorites' });
  await expect(favorites.getByRole('link', { name })).toBeVisible();
  await failEndpoint(page, '**/api/me/favorites/**');
  await unmark.click();
  await expect(errorText(page)).toHaveText(['Failed to remove from Favorites']);
  await expect(unmark).toBeVisible();
  await dismiss(page);

  await failEndpoint(page, '**/api/lists/**');
  await tasks.actOnList('Delete list');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(name);
  await dialog.getByRole('button', { name: 'Delete list' }).click();
  await expect(errorText(page)).toHaveText([`Failed to delete ${name}`]);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

// covers: LIST-016 LIST-035
test('a mentor renames a student’s list; a failed templated list shows an error', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const tasks = new TasksPage(page);
  await tasks.menu.getByRole('region', { name: 'Favorites' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/users\/\d+\/tasks\/[^/]+\/$/);
  const heading = page.getByRole('heading', { level: 1 });
  await tasks.open.waitFor();
  const before = await heading.innerText();
  const rename = async (name: string) => {
    await tasks.actOnList('Rename');
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Rename list' }).click();
    await expect(heading).toHaveText(name);
  };
  await rename(unique('By the mentor'));
  await rename(before);

  await failEndpoint(page, '**/api/add_templated_list/');
  await tasks.menu.getByRole('button', { name: 'Add templated list' }).click();
  await page.getByRole('dialog').getByText('Junior year').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add list' }).click();
  await expect(errorText(page)).toHaveText([
    'Failed to add the templated list, please try again later or contact support',
  ]);
});

// covers: LIST-016
test('people who cannot change a list see no actions to change it', async ({ signedIn }) => {
  const page = await signedIn('parent');
  const tasks = new TasksPage(page);
  await tasks.menu.getByRole('region', { name: 'Favorites' }).getByRole('link').first().click();
  await expect(tasks.open).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actions for this list' })).toHaveCount(0);
});

// covers: TASK-022
test('the search of the move dialog waits until typing pauses for 600 ms', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await makeList(page, unique('Quiet'));
  await tasks.openNewList(unique('Patience'));
  await tasks.add('Waits', 'Waits');
  const searches: string[] = [];
  page.on('request', (request) => {
    if (!isOperation(request, 'MoveTaskLists(')) return;
    searches.push(
      (JSON.parse(request.postData() ?? '') as { variables: { search: string } }).variables.search,
    );
  });
  await page.clock.install();
  await tasks.act('Waits', 'Move to another list');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'Lists' }).getByRole('button').first()).toBeVisible();
  expect(searches).toEqual(['']);

  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  const field = dialog.getByLabel('Search lists');
  await field.fill('qui');
  await page.clock.runFor(599);
  await field.fill('quiet');
  await page.clock.runFor(599);
  expect(searches).toEqual(['']);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(dialog.getByRole('list', { name: 'Lists' }).getByRole('button')).toHaveText([/^Quiet/]);
  expect(searches).toEqual(['', 'quiet']);
});

// covers: LIST-032
test('own lists load again 1500 ms after a list of an unknown owner was shown', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const { allTaskLists } = await graphql<{ allTaskLists: { edges: { node: { slug: string } }[] } }>(
    page,
    'query ($userPk: Int) { allTaskLists(first: 10, userPk: $userPk) { edges { node { slug } } } }',
    { userPk: await studentPk(page) },
  );
  const slug = allTaskLists.edges.at(-1)?.node.slug ?? '';
  await page.goto(`/tasks/${slug}/`);
  /** When the person's lists were requested, by the page's clock. */
  const loads = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname === '/api/lists/')
        .map((entry) => ({
          asked: entry.startTime,
          answered: (entry as PerformanceResourceTiming).responseEnd,
        })),
    );
  await expect.poll(async () => (await loads()).length).toBe(2);
  const [first, second] = await loads();
  expect((second?.asked ?? 0) - (first?.answered ?? 0)).toBeGreaterThanOrEqual(1500);
});

/** Returns the pk of a student of the signed-in mentor. */
async function studentPk(page: Page): Promise<number> {
  const { pinnedStudents } = await graphql<{ pinnedStudents: { pk: number }[] }>(
    page,
    '{ pinnedStudents { pk } }',
  );
  return pinnedStudents[0]?.pk ?? 0;
}
