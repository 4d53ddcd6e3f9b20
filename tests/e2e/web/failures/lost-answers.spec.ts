/** The server saves something and its response is lost: a second request does not save it twice. */
import type { Locator, Page } from '@playwright/test';
import { RoadmapPage } from '../../../pages/roadmap.ts';
import { TasksPage } from '../../../pages/tasks.ts';
import { expect, test } from '../../test.ts';
import { chooseOption } from '#tests/helpers/browser/choose-option.ts';

let count = 0;
const unique = (name: string) => `${name} ${(count += 1)}`;

/**
 * Cuts off the response of the first request that contains this text, after the server has handled it.
 * @returns the bodies of all requests with this text
 */
async function loseResponse(page: Page, text: string): Promise<string[]> {
  const sent: string[] = [];
  await page.route(/\/graphql$|\/api\//, async (route) => {
    const request = route.request();
    const asked = `${request.url()} ${request.postData() ?? ''}`;
    if (request.method() !== 'POST' || !asked.includes(text)) return route.fallback();
    sent.push(request.postData() ?? '');
    if (sent.length > 1) return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  return sent;
}

/** Opens the form of a new task and fills it in. */
async function fillTask(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'open the form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a task' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('With all its pages.');
  return dialog;
}

const unreachable = "Failed to add the task. You're offline; your text is saved on this device.";

test('a task from the form is added once, with the values of the last attempt', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Lost'));
  const sent = await loseResponse(page, 'CreateTask(');
  const dialog = await fillTask(page, 'Portfolio');
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(tasks.message(unreachable)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(dialog).toBeHidden();
  await expect(tasks.task('Portfolio')).toHaveCount(1);
  expect(sent).toEqual([sent[0], sent[0]]);

  await page.unrouteAll();
  await loseResponse(page, 'CreateTask(');
  await fillTask(page, 'Essay');
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(tasks.message(unreachable).last()).toBeVisible();
  await dialog.getByLabel('Name').fill('Essay, second draft');
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await tasks.task('Essay, second draft').waitFor();
  expect(await tasks.names()).toEqual(['Portfolio', 'Essay, second draft']);
});

test('a task from the form is added once, even if its tab closes after the first attempt', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Closed'));
  const url = page.url();
  await loseResponse(page, 'CreateTask(');
  const dialog = await fillTask(page, 'Interview');
  await dialog.getByRole('button', { name: 'Add task' }).click();
  await expect(tasks.message(unreachable)).toBeVisible();
  const context = page.context();
  await page.close();

  const again = await context.newPage();
  await again.goto(url);
  await again.getByRole('button', { name: 'continue “Interview”' }).click();
  const restored = again.getByRole('dialog', { name: 'Add a task' });
  await expect(restored.getByText('Draft restored')).toBeVisible();
  await restored.getByRole('button', { name: 'Add task' }).click();
  await expect(restored).toBeHidden();
  await again.reload();
  await new TasksPage(again).task('Interview').waitFor();
  expect(await new TasksPage(again).names()).toEqual(['Interview']);
});

test('a step typed in one line is added once', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList(unique('Steps'));
  await tasks.add('Visit', 'Visit');
  await tasks.openTask('Visit');
  const sent = await loseResponse(page, 'CreateTask(');
  const field = page.getByRole('textbox', { name: 'Add a step' });
  await field.fill('Book the train');
  await field.press('Enter');
  await expect(tasks.message('Book the train is kept on this device until you are online.')).toBeVisible();
  await page.reload();
  await expect.poll(() => sent.length).toBe(2);
  await expect(
    page.getByRole('region', { name: 'Steps' }).getByRole('link', { name: 'Book the train' }),
  ).toHaveCount(1);
  await page.reload();
  await expect(
    page.getByRole('region', { name: 'Steps' }).getByRole('link', { name: 'Book the train' }),
  ).toHaveCount(1);
});

test('a list is added once', async ({ signedIn }) => {
  const page = await signedIn('student');
  const tasks = new TasksPage(page);
  const name = unique('Once');
  await loseResponse(page, '/api/lists/');
  await tasks.menuLoaded();
  await tasks.menu.getByRole('button', { name: 'Add list', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add list' }).click();
  await expect(dialog.getByText('Could not save. Try again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add list' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const own = tasks.menu.getByRole('region', { name: 'My To-Do Lists' });
  await expect(own.getByRole('link', { name })).toHaveCount(1);
});

test('a templated list is added once, even if its dialog closes', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const tasks = new TasksPage(page);
  await tasks.menu.getByRole('region', { name: 'Favorites' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/users\/\d+\/tasks\/[^/]+\/$/);
  await loseResponse(page, '/api/add_templated_list/');
  const add = async () => {
    await tasks.menu.getByRole('button', { name: 'Add templated list' }).click();
    await page.getByRole('dialog').getByText('Sophomore year', { exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add list' }).click();
  };
  await add();
  await expect(
    tasks.message('Failed to add the templated list, please try again later or contact support'),
  ).toBeVisible();
  await add();
  await expect(tasks.message('Added Sophomore year')).toBeVisible();
  await expect(tasks.menu.getByRole('link', { name: /^Sophomore year/ })).toHaveCount(1);
});

test('an entry of the roadmap is created once', async ({ signedIn }) => {
  test.slow();
  const page = await signedIn('student', { at: 'blank' });
  const roadmap = new RoadmapPage(page);
  const { dialog } = roadmap;
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  /** Presses the button twice: the first response is lost, the second arrives. */
  async function askTwice(operation: string, button: string, failed: string, created: string | RegExp) {
    const sent = await loseResponse(page, ` ${operation}(`);
    await press(button);
    await expect(page.getByText(new RegExp(`^${failed}: `))).toBeVisible();
    await press(button);
    await expect(roadmap.says(created)).toBeVisible();
    expect(sent).toEqual([sent[0], sent[0]]);
    await page.unrouteAll();
    await page.reload();
  }

  await roadmap.open('academics/');
  await page.getByRole('button', { name: 'Add class' }).click();
  await press('Add a class not listed');
  await dialog.getByLabel('Class name').fill('Ceramics');
  await askTwice('CreateClassGrade', 'Add class', 'Failed to create class', 'Created Ceramics');
  await expect(roadmap.row('Ceramics')).toHaveCount(1);

  await roadmap.open('activities/');
  const section = page.getByRole('region', { name: 'Volunteering & community service' });
  await section.getByRole('button', { name: /Add Record/ }).click();
  await page.getByRole('menuitem', { name: 'New activity' }).click();
  await dialog.getByLabel('Name').fill('Tree planting');
  await askTwice('CreateActivity', 'Add record', 'Failed to create activity', 'Created Tree planting');
  await expect(roadmap.card('Tree planting')).toHaveCount(1);

  await roadmap.open('standardized_tests/');
  await page.getByRole('button', { name: 'Add SAT score' }).click();
  await roadmap.examDate.fill('04/13/2024');
  for (const part of ['Math', 'Reading and Writing']) await dialog.getByLabel(part).fill('600');
  await askTwice('CreateSatScore', 'Add score', 'Failed to create SAT score', /^Created SAT score/);
  await expect(page.getByRole('button', { name: 'Delete SAT score of Apr 13, 2024' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Add ACT score' }).click();
  await roadmap.examDate.fill('04/20/2024');
  for (const part of ['English', 'Math', 'Reading', 'Science']) await dialog.getByLabel(part).fill('30');
  await askTwice('CreateActScore', 'Add score', 'Failed to create ACT score', /^Created ACT score/);
  await expect(page.getByRole('button', { name: 'Delete ACT score of Apr 20, 2024' })).toHaveCount(1);

  await page.getByRole('button', { name: 'Add other score' }).click();
  await chooseOption(dialog.getByRole('combobox'), 'AP Art History', /AP Art History/);
  await dialog.getByLabel('Exam year').fill('2025');
  await dialog.getByRole('spinbutton', { name: 'Score', exact: true }).fill('4');
  await askTwice(
    'CreateCategoricalExamScore',
    'Add score',
    'Failed to create AP Art History score',
    /^Created AP Art History score/,
  );
  await expect(roadmap.row('AP Art History')).toHaveCount(1);

  await roadmap.open('colleges/');
  const sent = await loseResponse(page, ' CreateCollege(');
  await page.getByRole('button', { name: 'Add Record' }).click();
  await page.getByLabel('Find a college').fill('A college of nowhere');
  const byName = page.getByRole('option', { name: 'Add “A college of nowhere” as a custom college' });
  await byName.click();
  await expect(page.getByText(/^Failed to create college: /)).toBeVisible();
  await byName.click();
  await expect(roadmap.says('Created A college of nowhere')).toBeVisible();
  expect(sent).toEqual([sent[0], sent[0]]);
  await page.reload();
  await expect(roadmap.card('A college of nowhere')).toHaveCount(1);
});
