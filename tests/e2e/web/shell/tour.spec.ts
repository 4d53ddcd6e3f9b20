/** The guided tour. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../test.ts';

const step = (page: Page) => page.locator('.driver-popover');

async function start(page: Page) {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Take the tour' }).click();
  await expect(step(page).getByRole('heading', { name: 'Welcome to GoPath' })).toBeVisible();
}

test('a student takes the tour with the keyboard, through the tabs of the roadmap', async ({ signedIn }) => {
  const page = await signedIn('student');
  await start(page);
  await expectAccessible(page);
  const titles: string[] = [];
  for (;;) {
    const title = (await step(page).getByRole('heading').textContent()) ?? '';
    titles.push(title);
    if (title === 'Your account') break;
    // A step takes keys from the frame on in which its button gets the focus.
    await expect(step(page).getByRole('button', { name: 'Next' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(step(page).getByRole('heading')).not.toHaveText(title);
    if (title === 'Tasks') await expectAccessible(page);
  }
  expect(titles).toEqual([
    'Welcome to GoPath',
    'Dashboard',
    'Learning Center',
    'Essays',
    'Notes',
    'Tasks',
    'Roadmap: Academics',
    'Roadmap: Exams',
    'Roadmap: Activities',
    'Roadmap: Colleges',
    'Roadmap: Preferences',
    'Search',
    'Your account',
  ]);
  await expect(page).toHaveURL(/\/roadmap\//);
  await step(page).getByRole('button', { name: 'Done' }).click();
  await expect(step(page)).toBeHidden();
});

test('the tour of a student without a roadmap names the page and continues', async ({ signedIn, server }) => {
  await server.query(
    `DELETE FROM roadmaps WHERE student_pk = (SELECT pk FROM users WHERE email = 'student@gopath.example')`,
  );
  const page = await signedIn('student');
  await start(page);
  for (const title of [
    'Dashboard',
    'Learning Center',
    'Essays',
    'Notes',
    'Tasks',
    'Roadmap',
    'Search',
    'Your account',
  ]) {
    await expect(step(page).getByRole('button', { name: 'Next' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(step(page).getByRole('heading')).toHaveText(title);
  }
});

test('the tour can be left with Escape, restarted from the help, and fits on a phone', async ({
  signedIn,
}) => {
  const page = await signedIn('parent');
  await start(page);
  await page.keyboard.press('Escape');
  await expect(step(page)).toBeHidden();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('button', { name: 'Take the tour' }).click();
  await expect(step(page).getByRole('heading', { name: 'Welcome to GoPath' })).toBeVisible();
  await step(page).getByRole('button', { name: 'Next' }).click();
  await expect(step(page).getByRole('heading', { name: 'Menu' })).toBeVisible();
  const box = await step(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  await step(page).getByRole('button', { name: 'Leave the tour' }).click();
  await expect(step(page)).toBeHidden();
});

test('the tour is offered during the first visit', async ({ signedIn, server }) => {
  await server.query(`UPDATE users SET last_release_viewed = '' WHERE email LIKE 'mentor%'`);
  const page = await signedIn('mentor');
  await page.getByRole('main').getByRole('button', { name: 'Take the tour' }).click();
  await expect(step(page).getByRole('heading', { name: 'Welcome to GoPath' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('New to GoPath?')).toBeHidden();
});
