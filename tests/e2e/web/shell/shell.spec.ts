import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { shownScheme } from '../../../helpers/browser/shown-scheme.ts';
import { expect, expectAccessible, test } from '../../test.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/**
 * The gzipped size limit of the code that the full app's first page loads until the first paint. Most of it is
 * react-dom 64, the data router 31 and the core of zod 15.
 */
const FIRST_PAINT_BYTES = 180_000;
/** The limit of what the frame loads afterwards: alerts, messages, the sending of unsent changes. */
const LATER_BYTES = 14_500;

/** Returns the gzipped size of the response to a request. */
async function sizeOf(request: Request): Promise<number> {
  const response = await request.response();
  if (response === null) throw new Error(`There is no response to ${request.url()}.`);
  return gzipSync(await response.body()).length;
}

test.describe('Shell', () => {
  // covers: SHEL-010
  test('the side menu is 240 wide, and a drawer on a phone that closes again', async ({ signedIn }) => {
    const page = await signedIn('mentor');
    const aside = page.locator('aside');
    expect((await aside.boundingBox())?.width).toBe(240);
    await expect(menu(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await menu(page).getByRole('link', { name: 'Notes' }).click();
    await expect(page).toHaveURL(/\/notes\//);

    await page.setViewportSize({ width: 360, height: 740 });
    await expect(aside).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'GoPath' });
    await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expectAccessible(page);
    await drawer
      .getByRole('button', { name: /^More about / })
      .first()
      .click();
    await expect(page.getByRole('menuitem', { name: 'Unpin' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menuitem', { name: 'Unpin' })).toHaveCount(0);
    await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await drawer.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL('/');
    await expect(drawer).toHaveCount(0);
  });

  // covers: SHEL-009 SHEL-042 SHEL-043
  test('the theme is chosen in the user menu, by keyboard, and stays', async ({ signedIn }) => {
    const page = await signedIn('student', { colorScheme: 'light' });
    const theme = () => shownScheme(page);
    expect(await theme()).toBe('light');
    const account = page.getByRole('button', { name: /^Your account/ });
    await account.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Light theme' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Dark theme' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(theme).toBe('dark');
    await expect(account).toBeFocused();
    await page.reload();
    await expect.poll(theme).toBe('dark');
    await account.click();
    await page.getByRole('menuitem', { name: 'Use system theme' }).click();
    await expect.poll(theme).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(theme).toBe('dark');
  });

  // covers: SHEL-025
  test('signing out leads to the start page, and Back does not return to the app', async ({ signedIn }) => {
    const page = await signedIn('parent');
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await page.goto('/notes/');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  });

  // covers: SHEL-026 API-011 API-012
  test('any other path shows Not Found', async ({ signedIn }) => {
    const page = await signedIn('student', { at: 'blank' });
    await page.goto('/no/such/page/');
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    await expect(page).toHaveTitle('Not Found · GoPath');
    await expect(page.getByText('The resource you were looking for could not be found.')).toBeVisible();
    await expectAccessible(page);
  });

  // covers: API-007
  test('a change in one tab shows in another', async ({ signedIn }) => {
    const page = await signedIn('mentor');
    const other = await page.context().newPage();
    await other.goto('/notes/new/');
    await other.getByRole('textbox', { name: 'Name' }).fill('Seen everywhere');
    await other.getByRole('textbox', { name: 'Body' }).click();
    await other.keyboard.type('Text.');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(
      page.getByRole('region', { name: 'Recent notes' }).getByText('Seen everywhere'),
    ).toBeVisible();
  });

  test('a page opened by its address starts at its top, and Back returns to the last position', async ({
    signedIn,
  }) => {
    const page = await signedIn('student', { at: 'blank' });
    const scrollTop = () => page.evaluate(() => window.scrollY);
    const openSettings = async () => {
      await page.goto('/me/settings/');
      await expect(page.getByRole('region', { name: 'Signed-in devices' })).toBeVisible();
    };
    await page.goto('/roadmap/academics/');
    await expect(page.getByRole('row', { name: /^English 1/ })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect.poll(scrollTop).toBe(300);
    await openSettings();
    expect(await scrollTop()).toBe(0);

    await page.evaluate(() => window.scrollTo(0, 400));
    await expect.poll(scrollTop).toBe(400);
    await menu(page).getByRole('link', { name: 'Notes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeAttached();
    await expect.poll(scrollTop).toBe(400);
  });

  test('a page whose code loads slowly shows a bar', async ({ signedIn }) => {
    const page = await signedIn('mentor');
    const bar = page.getByRole('progressbar', { name: 'Loading the page' });
    const released = Promise.withResolvers<void>();
    await page.route('**/assets/notes-list-*.js', async (route) => {
      await released.promise;
      await route.continue();
    });
    await menu(page).getByRole('link', { name: 'Notes' }).click();
    await expect(bar).toBeVisible();
    await expectAccessible(page);
    released.resolve();
    await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible();
    await expect(bar).toHaveCount(0);
  });

  test('the first page loads no more JavaScript than its limit', async ({ signedIn, browser, baseURL }) => {
    const page = await signedIn('mentor');
    const state = await page.context().storageState();
    await page.close();
    const fresh = await browser.newContext({ storageState: state, baseURL });
    const first = await fresh.newPage();
    const untilPaint: Promise<number>[] = [];
    const afterPaint: Promise<number>[] = [];
    let sizes = untilPaint;
    const count = (request: Request) => {
      if (request.resourceType() !== 'script') return;
      // The first file that the frame requests after the first paint.
      if (request.url().includes('/AlertBell-')) sizes = afterPaint;
      sizes.push(sizeOf(request));
      // The last one, before the code of other pages.
      if (request.url().includes('/SnackbarList-')) first.off('request', count);
    };
    first.on('request', count);
    const messages = first.waitForRequest((request) => request.url().includes('/SnackbarList-'));
    await first.goto('/');
    await first.getByRole('region', { name: 'Your students' }).getByRole('listitem').first().waitFor();
    await messages;
    const sum = async (bytes: Promise<number>[]) => (await Promise.all(bytes)).reduce((a, b) => a + b, 0);
    const firstPaint = await sum(untilPaint);
    expect(firstPaint).toBeGreaterThan(50 * 1024);
    expect(firstPaint).toBeLessThanOrEqual(FIRST_PAINT_BYTES);
    const later = await sum(afterPaint);
    expect(later).toBeGreaterThan(1024);
    expect(later).toBeLessThanOrEqual(LATER_BYTES);
    await fresh.close();
  });
});

test('a missing page links back to its section', async ({ signedIn }) => {
  const page = await signedIn('mentor', { at: 'blank' });
  const missing = {
    '/notes/1/no_such_page/': 'Back to Notes',
    '/users/999999/roadmap/': 'Back to Students',
    '/users/999999/student_profile_rating/': 'Back to Students',
    '/bug_reports/999999/': 'Open the dashboard',
  };
  for (const [path, label] of Object.entries(missing)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: label })).toBeVisible();
  }
  await page.goto('/notes/1/no_such_page/');
  await page.getByRole('link', { name: 'Back to Notes' }).click();
  await expect(page.getByRole('heading', { name: 'Notes', level: 1 })).toBeVisible();
});
