import type { Page, Route } from '@playwright/test';
import { SearchDialog } from '../../../pages/search.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { expect, expectAccessible, test } from '../../test.ts';

/** The server operations of the search. */
const ASKED = /query (SearchTasks|AllNotes)\b/;

function isAsked(route: Route): boolean {
  const text = route.request().postData() ?? '';
  return ASKED.test(text) && (text.includes('SearchTasks') || text.includes('"title_Icontains":"'));
}

/** Makes task and note searches fail: the server is unreachable or returns an error. */
async function breakSearch(page: Page, how: (route: Route) => Promise<void>) {
  await page.route('**/graphql', (route) => (isAsked(route) ? how(route) : route.fallback()));
}

async function failed(route: Route) {
  await route.fulfill({
    json: { data: null, errors: [{ message: 'Broken', extensions: { code: 'INTERNAL' } }] },
  });
}

test('the server is searched when typing pauses, and a late response replaces nothing', async ({
  signedIn,
}) => {
  const page = await signedIn('student');
  const search = new SearchDialog(page);
  await search.open();
  const asked: string[] = [];
  const held: Route[] = [];
  await page.route('**/graphql', (route) => {
    const words = /"search":"([^"]+)"/.exec(route.request().postData() ?? '')?.[1];
    if (words === undefined) return route.fallback();
    asked.push(words);
    if (words !== 'robotics') return route.fallback();
    held.push(route);
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await search.field.pressSequentially('robotics');
  await page.clock.runFor(299);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => asked).toEqual(['robotics']);
  await page.clock.resume();

  await search.find('history');
  await expect(search.group('Open tasks')).toHaveText([/^Find a topic for the history project/]);
  const late = page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes('"robotics"'),
  );
  for (const route of held) await route.continue();
  await (await late).finished();
  await expect(search.group('Open tasks')).toHaveText([/^Find a topic for the history project/]);
});

test('offline and after a server error, the search says what still works', async ({ signedIn }) => {
  const page = await signedIn('mentor');
  const search = new SearchDialog(page);
  await breakSearch(page, (route) => route.abort());
  await search.open();
  await search.find('notes');
  const offline =
    'Search error: you’re offline, so tasks and notes can’t be searched. Pages and actions still work.';
  await expect(search.dialog.getByRole('paragraph').filter({ hasText: offline })).toBeVisible();
  await expect(search.group('Go to')).toHaveText(['Notes']);
  await expectAccessible(page);

  await page.unroute('**/graphql');
  await breakSearch(page, failed);
  await search.dialog.getByRole('button', { name: 'Try again' }).click();
  const said = search.dialog.getByRole('paragraph').filter({ hasText: 'Search error' });
  await expect(said).toHaveText('Search error: could not search tasks and notes.');

  await page.unroute('**/graphql');
  await search.dialog.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await expect(said).toHaveCount(0);
  await expect(search.dialog).toBeVisible();
});

test('text typed while the search loads is its text, and no letter acts as a shortcut', async ({
  signedIn,
}) => {
  const page = await signedIn('mentor');
  const search = new SearchDialog(page);
  const isTyped = Promise.withResolvers<void>();
  await page.route('**/assets/SearchOverlays-*.js', async (route) => {
    await isTyped.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('q?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('quokkk');
  await page.keyboard.press('Backspace');
  isTyped.resolve();
  await expect(search.field).toHaveValue('quokk');
  await expect(search.field).toBeFocused();
  await page.keyboard.type('a');
  await expect(search.field).toHaveValue('quokka');

  await page.keyboard.press('Escape');
  await expect(search.dialog).toHaveCount(0);
  await search.open();
  await expect(search.field).toHaveValue('');
});

test('the page keeps working when the code of the search cannot be loaded', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  // Before the page, which can load the code in advance.
  await page.route('**/assets/SearchOverlays-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(
    snackbar(page, 'The search could not be loaded. Check your connection and try again.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
});
