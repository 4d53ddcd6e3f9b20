import { expect, test } from '../test.ts';

/** A part of the app that throws as soon as it is shown. */
const BROKEN_PAGE = `export function Component() { throw new TypeError('Dear Maya, secret'); }`;

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

    // The same crash again within 30 seconds: the page loads itself anew, and this time it is whole.
    page.on('request', (request) => {
      if (request.url().endsWith('/api/crash_reports/')) isBroken = false;
    });
    await page.reload();
    await expect(page.getByRole('heading', { name: /^Notes/ })).toBeVisible();
    expect(reports).toHaveLength(2);
    problems.length = 0;
  });

  // covers: SHEL-030
  test('of a part that cannot be loaded is a ChunkLoadError', async ({ signedIn, problems }) => {
    const page = await signedIn('mentor');
    await page.route('**/assets/notes-list-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await expect(page.getByText('ChunkLoadError')).toBeVisible();
    await page.unroute('**/assets/notes-list-*.js');
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
    problems.length = 0;
  });
});
