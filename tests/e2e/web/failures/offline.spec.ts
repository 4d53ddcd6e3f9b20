import type { Page } from '@playwright/test';
import { expect, expectAccessible, ignoreErrors, test } from '../../test.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const banner = (page: Page) => page.getByText('You’re offline. What you write is saved on this device.');

test.describe('without a network', () => {
  test('a page that was never opened keeps the menu, and opens when the network is back', async ({
    signedIn,
    problems,
  }) => {
    const page = await signedIn('mentor');
    await page.context().setOffline(true);
    await expect(banner(page)).toBeVisible();
    await menu(page).getByRole('link', { name: 'Notes' }).click();
    await expect(page.getByRole('heading', { name: 'You’re offline', level: 1 })).toBeVisible();
    await expect(menu(page)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'You’re offline', level: 1 })).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Notes', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/notes\//);
    await expect(banner(page)).toHaveCount(0);
    await expectAccessible(page);
    ignoreErrors(problems);
  });

  test('a page whose code was prefetched opens', async ({ signedIn, problems }) => {
    const page = await signedIn('mentor', { savesData: false });
    const list = await page.request.get('/chunks.json');
    const last = ((await list.json()) as string[]).at(-1) as string;
    await page.waitForResponse((response) => response.url().endsWith(last), { timeout: 30_000 });
    await page.context().setOffline(true);
    await menu(page).getByRole('link', { name: 'Students' }).click();
    await expect(page).toHaveURL(/\/students\//);
    await expect(page.getByRole('heading', { name: 'Students', level: 1 })).toBeVisible();
    ignoreErrors(problems);
  });
});

test('a visit without a sign-in logs nothing', async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(logged).toEqual([]);
});
