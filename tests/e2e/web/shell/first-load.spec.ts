import { expect, test } from '../../test.ts';

const PAGES = [
  { path: '/', operation: 'DashboardState', shows: 'Hello, Maya' },
  { path: '/tasks/', operation: 'UpcomingTasks', shows: 'Upcoming tasks' },
  { path: '/notes/', operation: 'AllNotes', shows: 'Notes' },
  { path: '/roadmap/colleges/', operation: 'Roadmap', shows: 'Roadmap' },
];

for (const { path, operation, shows } of PAGES) {
  test(`the data of ${path} is requested once, before the code has loaded`, async ({ signedIn }) => {
    const page = await signedIn('student', { at: 'blank' });
    const requested: string[] = [];
    let seen = () => {};
    const isRequested = new Promise<void>((resolve) => (seen = resolve));
    await page.route('**/graphql', async (route) => {
      const { query } = route.request().postDataJSON() as { query: string };
      const name = /query (\w+)/.exec(query)?.[1] ?? '';
      requested.push(name);
      if (name === operation) seen();
      await route.continue();
    });
    await page.route('**/assets/first-*.js', async (route) => {
      await isRequested;
      await route.continue();
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: shows })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(requested.filter((name) => name === operation)).toEqual([operation]);
  });
}
