import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../test.ts';
import { workerReady } from '../../worker-ready.ts';

const STORED = 'gopath-last-pages';

/** The cover that shows the last page until the app is ready. */
const cover = (page: Page) => page.locator('body > [inert]');
const ownTasks = (page: Page) => page.getByRole('region', { name: 'Upcoming tasks' });
const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), STORED);

/** Waits until this device can show the dashboard at the next visit. */
async function visitDashboard(page: Page) {
  await workerReady(page);
  await expect.poll(() => stored(page)).toContain('Upcoming tasks');
}

/**
 * Holds back the data of the dashboard.
 * @returns a function that releases it
 */
async function holdData(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test('the next visit shows the last page until the app has its own', async ({ signedIn }) => {
  const page = await signedIn('student', { serviceWorkers: 'allow' });
  await visitDashboard(page);
  const task = await ownTasks(page).getByRole('listitem').first().getByRole('link').first().innerText();
  const release = await holdData(page);
  await page.goto('/');
  await expect(cover(page).getByText(task, { exact: true })).toBeVisible();
  // The cover is hidden from screen readers.
  await expect(cover(page)).toHaveAttribute('aria-hidden', 'true');
  await expect(ownTasks(page)).toHaveCount(0);
  release();
  await expect(ownTasks(page).getByRole('link', { name: task })).toBeVisible();
  await expect(cover(page)).toHaveCount(0);
  await expectAccessible(page);

  // The last page is not shown after a reload, with a hash, or at another address.
  await holdData(page);
  for (const open of [
    () => page.reload(),
    () => page.goto('/#about'),
    () => page.goto('/learning_center/'),
  ]) {
    await open();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(cover(page)).toHaveCount(0);
  }
});

test('the last page contains the last changes, and is deleted with the session', async ({ signedIn }) => {
  const page = await signedIn('student', { serviceWorkers: 'allow' });
  await visitDashboard(page);
  const first = ownTasks(page).getByRole('listitem').first();
  const task = await first.getByRole('link').first().innerText();
  await first.getByRole('checkbox').click();
  await expect(ownTasks(page).getByRole('link', { name: task, exact: true })).toHaveCount(0);
  // Leaving the page hides it, which stores its look.
  await page.goto('about:blank');
  const release = await holdData(page);
  await page.goto('/');
  await expect(
    cover(page).getByRole('region', { includeHidden: true, name: 'Upcoming tasks' }),
  ).toBeVisible();
  await expect(cover(page).getByText(task, { exact: true })).toHaveCount(0);
  release();
  await expect(cover(page)).toHaveCount(0);

  const kept = (await stored(page)) as string;
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await stored(page)).toBeNull();

  // Puts the last page back, as if the session had ended on another device.
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [STORED, kept] as const);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(cover(page)).toHaveCount(0);
  expect(await stored(page)).toBeNull();
});
