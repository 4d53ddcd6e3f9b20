import type { ExtensionBrowser } from '../../helpers/browser/extension.ts';
import { expect, test } from './extension-test.ts';

test.setTimeout(120_000);

type Line = { content: string; description: string };
type Dispatch = { dispatch(...args: unknown[]): void };

/**
 * Returns the worker's suggestions for text after `gp`. Tests cannot type into the address bar, so the event is
 * dispatched in the worker; everything else is real.
 */
function suggestions(extension: ExtensionBrowser, text: string): Promise<Line[]> {
  return extension.worker.evaluate(
    (typed) =>
      new Promise<Line[]>((resolve) =>
        (chrome.omnibox.onInputChanged as unknown as Dispatch).dispatch(typed, resolve),
      ),
    text,
  );
}

/** Presses Enter on a suggestion, or on the text itself. @returns the new tab */
async function enter(extension: ExtensionBrowser, content: string) {
  const opened = extension.context.waitForEvent('page');
  await extension.worker.evaluate(
    (chosen) => (chrome.omnibox.onInputEntered as unknown as Dispatch).dispatch(chosen, 'newForegroundTab'),
    content,
  );
  return opened;
}

test('gp finds tasks, students and notes of a mentor, and Enter opens them', async ({
  extension,
  signInAs,
}) => {
  await signInAs('mentor');
  const [student] = await suggestions(extension, 'okaf');
  expect(student).toEqual({
    content: expect.stringMatching(/^\/users\/\d+\/$/),
    description: 'Student: Maya Okafor',
  });
  const page = await enter(extension, student?.content ?? '');
  await expect(page).toHaveURL(/\/app\.html#\/users\/\d+\/$/);

  const tasks = await suggestions(extension, ' net price ');
  expect(tasks[0]?.description).toMatch(
    /^Task: Run the net price calculators <dim>Maya Okafor, College list<\/dim>$/,
  );
  const task = await enter(extension, tasks[0]?.content ?? '');
  await expect(task.getByRole('heading', { name: 'Run the net price calculators' })).toBeVisible();

  const notes = (await suggestions(extension, 'e')).filter(({ description }) =>
    description.startsWith('Note: '),
  );
  expect(notes.length).toBeGreaterThan(0);
  const note = await enter(extension, notes[0]?.content ?? '');
  const title = notes[0]?.description.replace('Note: ', '').replace(/ <dim>.*$/, '');
  await expect(note.getByRole('heading', { level: 1, name: title })).toBeVisible();

  const search = await enter(extension, 'no such words');
  await expect(search).toHaveURL(/\/app\.html#\/notes\/\?q=no%20such%20words/);
  await expect(search.getByRole('searchbox', { name: 'Search notes' })).toHaveValue('no such words');
});

test('gp finds only what the signed-in person can see, and nothing when signed out', async ({
  extension,
  signInAs,
}) => {
  expect(await suggestions(extension, 'net price')).toEqual([]);
  await signInAs('student');
  const own = await suggestions(extension, 'robotics');
  expect(own.map(({ description }) => description)).toEqual([
    'Task: Ask Ms. Lee about the robotics summer program <dim>My own plans</dim>',
  ]);
  expect(await suggestions(extension, 'okafor')).toEqual([]);
});

test('gp does not find a private task for the mentor', async ({ extension, signInAs }) => {
  await signInAs('mentor');
  expect(await suggestions(extension, 'robotics')).toEqual([]);
});
