import type { Page } from '@playwright/test';
import { snackbar } from '../../../pages/snackbar.ts';
import { expect, expectAccessible, ignoreErrors, test } from '../../test.ts';
import { workerReady } from '../../worker-ready.ts';

const offline = (page: Page) => page.getByText(/You’re offline\..* Last updated: /);
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Returns the responses that this device stores. */
function storedResponses(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('gopath-last-responses');
        opening.addEventListener('error', () => reject(new Error('No storage.')));
        opening.addEventListener('success', () => {
          const count = opening.result.transaction('responses').objectStore('responses').count();
          count.addEventListener('success', () => resolve(count.result));
        });
      }),
  );
}

// covers: SHEL-045
test('visited pages open offline with their last data; tasks and notes wait for the network', async ({
  signedIn,
  problems,
}) => {
  test.slow();
  const page = await signedIn('mentor', { serviceWorkers: 'allow' });
  await workerReady(page);
  await page.goto('/notes/');
  const note = await page.getByRole('main').getByRole('table').getByRole('link').first().innerText();
  await page.goto('/students/');
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
  await page.goto('/');
  await expect(section(page, 'Recent notes').getByRole('listitem').first()).toBeVisible();

  await page.context().setOffline(true);
  await page.reload();
  await expect(offline(page)).toBeVisible();
  await expect(section(page, 'Recent notes').getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/notes/');
  await expect(offline(page)).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('table').getByRole('link', { name: note }).first(),
  ).toBeVisible();
  await page.goto('/students/');
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();

  await page.goto('/notes/new/');
  await page.getByRole('textbox', { name: 'Name' }).fill('Written in a tunnel');
  await page.getByRole('textbox', { name: 'Body' }).click();
  await page.keyboard.type('Not a word is lost.');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Written in a tunnel');
  await expect(page.getByText('Not a word is lost.')).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText(/You’re offline/)).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  await page.goto('/notes/');
  await expect(page.getByRole('link', { name: 'Written in a tunnel' })).toHaveCount(1);
  ignoreErrors(problems);
});

test('a task completed offline is sent once, and signing out deletes the stored data', async ({
  signedIn,
  problems,
}) => {
  test.slow();
  const page = await signedIn('student', { serviceWorkers: 'allow' });
  await workerReady(page);
  await expect.poll(() => storedResponses(page)).toBeGreaterThan(2);
  await page.context().setOffline(true);
  await page.reload();
  const tasks = section(page, 'Upcoming tasks');
  const name = await tasks.getByRole('listitem').first().getByRole('link').first().innerText();
  await tasks.getByRole('listitem').first().getByRole('checkbox').click();
  await expect(snackbar(page, `Completed ${name}. Kept on this device until you are online.`)).toBeVisible();
  await page.context().setOffline(false);
  await expect(tasks.getByRole('link', { name, exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await storedResponses(page)).toBe(0);
  await page.context().setOffline(true);
  await page.goto('/');
  await expect(page.getByText(/Failed to retrieve user data/)).toBeVisible();
  ignoreErrors(problems);
});

test('a new version is offered and loads only when the person accepts it', async ({ signedIn, problems }) => {
  test.slow();
  const page = await signedIn('mentor', { serviceWorkers: 'allow' });
  await workerReady(page);
  await page.goto('/notes/new/');
  await page.getByRole('textbox', { name: 'Name' }).fill('Not saved yet');
  // The browser treats a worker at another address as another version.
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js?next');
  });
  const offer = page.getByText('A new version of GoPath is ready.');
  await expect(offer).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Not saved yet');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(offer).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Not saved yet');
  ignoreErrors(problems);
});

test('another tab keeps its text and its code after an update, and offers to reload', async ({
  signedIn,
  problems,
}) => {
  test.slow();
  const page = await signedIn('mentor', { serviceWorkers: 'allow' });
  await workerReady(page);
  const other = await page.context().newPage();
  await other.goto('/notes/new/');
  await other.getByRole('textbox', { name: 'Name' }).fill('Text in another tab');
  // Adds code that the next version does not have.
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((cache) => cache.includes('precache')) as string;
    const headers = { 'content-type': 'text/javascript' };
    await (
      await caches.open(name)
    ).put('/assets/old-page.js', new Response('export const old = 1;', { headers }));
    await navigator.serviceWorker.register('/worker.js?next');
  });
  await page.getByRole('button', { name: 'Reload page' }).click({ timeout: 15_000 });
  await expect(other.getByText('A new version of GoPath is ready.')).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Name' })).toHaveValue('Text in another tab');
  const code = await other.evaluate(async () => (await fetch('/assets/old-page.js')).text());
  expect(code).toBe('export const old = 1;');
  ignoreErrors(problems);
});

test('the last data is shown with its age while the server is down', async ({ signedIn, problems }) => {
  const page = await signedIn('mentor');
  await expect(section(page, 'Recent notes').getByRole('listitem').first()).toBeVisible();
  await expect.poll(() => storedResponses(page)).toBeGreaterThan(2);
  const answers = /\/(?:api|graphql|healthz)(?:\/|$)/;
  await page.route(answers, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.reload();
  await expect(page.getByText(/The server can’t be reached\..* Last updated: /)).toBeVisible();
  await expect(section(page, 'Recent notes').getByRole('listitem').first()).toBeVisible();
  await page.unroute(answers);
  await expect(page.getByText(/The server can’t be reached/)).toHaveCount(0, { timeout: 15_000 });
  ignoreErrors(problems);
});

test('the app can be installed', async ({ request }) => {
  const response = await request.get('/app.webmanifest');
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await response.json()) as { start_url: string; icons: { src: string }[] };
  expect(manifest.start_url).toBe('/');
  for (const { src } of manifest.icons)
    expect((await request.get(src)).headers()['content-type']).toBe('image/png');
  const worker = await request.get('/worker.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
});
