import type { Page } from '@playwright/test';
import { shownScheme } from '../../../helpers/browser/shown-scheme.ts';
import { rest } from '../../api.ts';
import { expect, ignoreErrors, test } from '../../test.ts';

/** A part of the app that throws as soon as it is shown. */
const BROKEN_PAGE = `export function Component() { throw new TypeError('Dear Maya, secret'); }`;

async function chooseTheme(page: Page, name: string) {
  await page.getByRole('button', { name: /^Your account/ }).click();
  const saved = page.waitForResponse('**/api/me/change_theme/');
  await page.getByRole('menuitem', { name }).click();
  await saved;
}

test.describe('a crash', () => {
  // covers: SHEL-027 SHEL-028 SHEL-029
  test('shows the page, reports without the message, and reloads when it repeats', async ({
    signedIn,
    problems,
  }) => {
    const page = await signedIn('mentor');
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/crash_reports/')) reports.push(request.postData() ?? '');
    });
    let isBroken = true;
    await page.route('**/assets/notes-list-*.js', (route) =>
      isBroken ? route.fulfill({ contentType: 'text/javascript', body: BROKEN_PAGE }) : route.continue(),
    );
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await expect(
      page.getByRole('heading', { name: 'GoPath had to quit because of a problem.' }),
    ).toBeVisible();
    await expect.poll(() => reports.length).toBe(1);
    expect(JSON.parse(reports[0] ?? '')).toMatchObject({ name: 'TypeError' });
    expect(reports[0]).not.toContain('Maya');

    // The same crash again within 30 seconds: the page reloads automatically, and this time it works.
    page.on('request', (request) => {
      if (request.url().endsWith('/api/crash_reports/')) isBroken = false;
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: /^Notes/ })).toBeVisible();
    expect(reports).toHaveLength(2);
    ignoreErrors(problems);
  });

  // covers: SHEL-030
  test('shows a ChunkLoadError when code cannot be loaded', async ({ signedIn, problems }) => {
    const page = await signedIn('mentor');
    await page.route('**/assets/notes-list-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await expect(page.getByText('ChunkLoadError')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await page.unroute('**/assets/notes-list-*.js');
    await page.getByRole('button', { name: 'Reload page' }).click();
    await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
    ignoreErrors(problems);
  });

  // covers: SHEL-042
  test('keeps the theme, as does a failed load, and follows another tab and the system', async ({
    signedIn,
    problems,
  }) => {
    const page = await signedIn('parent', { colorScheme: 'light' });
    const other = await page.context().newPage();
    await other.goto('/');
    await chooseTheme(page, 'Dark theme');
    await page.route('**/assets/notes-list-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: BROKEN_PAGE }),
    );
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await expect(
      page.getByRole('heading', { name: 'GoPath had to quit because of a problem.' }),
    ).toBeVisible();
    expect(await shownScheme(page)).toBe('dark');
    await chooseTheme(other, 'Light theme');
    await expect.poll(() => shownScheme(page)).toBe('light');
    await chooseTheme(other, 'Dark theme');
    await expect.poll(() => shownScheme(page)).toBe('dark');
    // The theme is right from the first paint, before the person is known.
    await page.route('**/api/me/', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Data Load Error' })).toBeVisible();
    expect(await shownScheme(page)).toBe('dark');
    await chooseTheme(other, 'Light theme');
    await expect.poll(() => shownScheme(page)).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await shownScheme(page)).toBe('light');
    await chooseTheme(other, 'Use system theme');
    await expect.poll(() => shownScheme(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => shownScheme(page)).toBe('light');

    // The next person on this device does not start with the previous person's theme.
    await chooseTheme(other, 'Dark theme');
    await expect.poll(() => shownScheme(page)).toBe('dark');
    await rest(other, 'PUT', '/api/me/change_theme/', { theme: 1 });
    await other.getByRole('button', { name: /^Your account/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(await shownScheme(other)).toBe('light');
    ignoreErrors(problems);
  });
});
