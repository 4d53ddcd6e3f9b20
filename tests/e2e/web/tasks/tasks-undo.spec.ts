import type { Page } from '@playwright/test';
import { TasksPage } from '../../../pages/tasks.ts';
import { makeList } from '../../api.ts';
import { expect, test } from '../../test.ts';

/** The page's clock is paused, so that only explicit steps advance it. */
const STEP_MS = 10;

/** The undoable actions, by their message. */
const ACTIONS = {
  Completed: (tasks: TasksPage) => tasks.open.getByRole('checkbox', { name: 'Complete Errand' }),
  Deleted: async (tasks: TasksPage) => {
    await tasks.task('Errand').getByRole('button', { name: 'Actions for Errand' }).click();
    return tasks.page.getByRole('menuitem', { name: 'Delete' });
  },
  Moved: (tasks: TasksPage) => tasks.moveTarget('Errand', 'Errands elsewhere, Moved'),
};

async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
}

for (const [word, find] of Object.entries(ACTIONS)) {
  test(`${word}: 'Undo' is offered for ten seconds, and takes it back until the last moment`, async ({
    signedIn,
  }) => {
    test.slow();
    const page = await signedIn('student', { at: 'blank' });
    const tasks = new TasksPage(page);
    await makeList(page, `Errands elsewhere, ${word}`);
    await tasks.openNewList(`Errands, ${word}`);
    await tasks.add('Errand', 'Errand');
    await page.reload();
    await tasks.task('Errand').waitFor();
    await page.clock.install();
    const undo = page.getByRole('button', { name: 'Undo' });

    /** Runs the action and advances the clock until the Undo button appears. */
    async function act() {
      const button = await find(tasks);
      // Pending loads would wait for the paused clock.
      await button.waitFor();
      await stopClock(page);
      await button.click();
      await expect
        .poll(
          async () => {
            await page.clock.runFor(STEP_MS);
            return undo.count();
          },
          { intervals: [50] },
        )
        .toBe(1);
    }

    await act();
    await page.clock.runFor(9_900 - STEP_MS);
    await expect(tasks.message(new RegExp(`^${word} Errand`))).toBeVisible();
    await undo.click();
    await page.clock.resume();
    await expect(tasks.task('Errand')).toBeVisible();
    await expect(undo).toHaveCount(0);

    await act();
    await page.clock.runFor(9_900 - STEP_MS);
    await expect(undo).toBeVisible();
    await page.clock.runFor(200);
    await expect(undo).toHaveCount(0);
    await page.clock.resume();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tasks.task('Errand')).toHaveCount(0);
  });
}
