import type { Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { snackbar } from '../../pages/snackbar.ts';
import { signUp } from '../../pages/sign-up.ts';
import { expect, expectAccessible, test } from '../test.ts';

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const rows = (page: Page, name: string | RegExp) => section(page, name).getByRole('listitem');

/** Collects the requests for data of the next visit. */
async function collectRequests(page: Page): Promise<string[]> {
  const names: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql')) {
      names.push(/(?:query|mutation) (\w+)/.exec(request.postData() ?? '')?.[1] ?? request.url());
    }
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  return names;
}

// covers: SHEL-001 SHEL-002
test('mentors see notes to send before the next meetings, tasks, notes and students with the reason', async ({
  signedIn,
}) => {
  const page = await signedIn('mentor');
  await expect(rows(page, 'Next meetings').first()).toBeVisible();
  const order = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(order.indexOf('Meeting notes to send')).toBeGreaterThanOrEqual(0);
  expect(order.indexOf('Meeting notes to send')).toBeLessThan(order.indexOf('Next meetings'));
  await expect(rows(page, 'Tasks of pinned students').first()).toBeVisible();
  await expect(rows(page, 'Recent notes').first()).toBeVisible();
  await expect(
    section(page, 'Your students')
      .getByText(/overdue|No contact|Deadline/)
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  const requested = await collectRequests(page);
  expect(requested.filter((name) => name === 'DashboardState')).toHaveLength(1);
  for (const name of ['BookedMeetings', 'UpcomingTasks', 'AllNotes', 'PinnedStudents', 'MyStudents']) {
    expect(requested).not.toContain(name);
  }
});

test('on a phone the due date leaves room for the name of a pinned student', async ({ signedIn, server }) => {
  await server.query(`UPDATE users SET last_name = 'Natarajan-Whitfield' WHERE last_name = 'Natarajan'`);
  const page = await signedIn('mentor', { at: 'blank' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const name = rows(page, 'Tasks of pinned students').getByText('Priya Natarajan-Whitfield');
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('students complete tasks in place and see their progress; a section stays collapsed', async ({
  signedIn,
}) => {
  const page = await signedIn('student');
  await expect(section(page, 'Roadmap').getByText('Colleges')).toBeVisible();
  await expect(section(page, 'Profile rating').getByRole('progressbar')).toBeVisible();
  await expect(rows(page, 'Application deadlines').first()).toBeVisible();
  await expect(rows(page, 'Meeting notes for you').first()).toBeVisible();
  await expectAccessible(page);
  const task = rows(page, 'Upcoming tasks').first();
  const name = await task.getByRole('link').first().innerText();
  await task.getByRole('checkbox').click();
  await expect(snackbar(page, `Completed ${name}`)).toBeVisible();
  await expect(section(page, 'Upcoming tasks').getByRole('link', { name, exact: true })).toHaveCount(0);

  const heading = page.getByRole('button', { name: 'Roadmap', exact: true });
  await heading.focus();
  await page.keyboard.press('Enter');
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect(section(page, 'Roadmap').getByText('Colleges')).toHaveCount(0);
  await page.reload();
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await heading.click();
  await expect(section(page, 'Roadmap').getByText('Colleges')).toBeVisible();
});

test('parents choose a child in tabs and change nothing', async ({ signedIn }) => {
  const page = await signedIn('parent');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(2);
  await expect(section(page, /^Upcoming tasks of /)).toHaveCount(1);
  await expect(page.getByRole('checkbox', { disabled: false })).toHaveCount(0);
  const before = await section(page, /^Upcoming tasks of /).getAttribute('aria-label');
  await tabs.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(tabs.last()).toBeFocused();
  await expect(section(page, /^Upcoming tasks of /)).not.toHaveAttribute('aria-label', before as string);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All tasks' }).click();
  await expect(page).toHaveURL(/\/tasks\//);
  await page.goBack();
  await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
});

test('parents see a meeting on top once it can be joined, and no badge repeats its heading', async ({
  signedIn,
  server,
}) => {
  const page = await signedIn('parent');
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  const join = section(page, 'Running now').getByRole('link', { name: /^Join the meeting: / });
  await expect(join).toBeVisible();
  await expect(headings.first()).toHaveText('Running now');
  await expect(page.getByText('Running now', { exact: true })).toHaveCount(1);
  await expectAccessible(page);

  await server.query(
    `UPDATE booked_meetings SET starts_at = now() + interval '5 minutes', ends_at = now() + interval '1 hour'
     WHERE starts_at <= now() AND ends_at > now()`,
  );
  await page.reload();
  await expect(
    section(page, 'Starting soon').getByRole('link', { name: /^Join the meeting: / }),
  ).toBeVisible();
  await expect(headings.first()).toHaveText('Starting soon');
  await expect(section(page, 'Running now')).toHaveCount(0);
});

test('staff see open bug reports, background jobs and pending invitations', async ({ signedIn }) => {
  const page = await signedIn('staff');
  for (const name of ['Open bug reports', 'Background jobs', 'Pending invitations']) {
    await expect(section(page, name)).toBeVisible();
  }
  await expect(section(page, 'Next meetings')).toHaveCount(0);
  await expect(section(page, 'Your students')).toHaveCount(0);
  await expectAccessible(page);
});

test('on a phone the addresses of invited people do not cover the times', async ({ signedIn }) => {
  const page = await signedIn('staff');
  await page.setViewportSize({ width: 360, height: 740 });
  const parts = section(page, 'Pending invitations').locator('li > *');
  await expect(parts.first()).toBeVisible();
  const wider = await parts.evaluateAll((all) =>
    all.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent),
  );
  expect(wider).toEqual([]);
});

test('the times of all invitations are on the right of the names', async ({ signedIn }) => {
  const page = await signedIn('staff');
  const rows = section(page, 'Pending invitations').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const below = await rows.evaluateAll((all) =>
    all.filter((row) => {
      const [name, time] = [row.firstElementChild, row.querySelector('time')].map((part) =>
        part?.getBoundingClientRect(),
      );
      return name === undefined || time === undefined || time.top >= name.bottom;
    }),
  );
  expect(below).toEqual([]);
});

test('a new student finds the first step; a failed load can be repeated', async ({ page, server }) => {
  const email = `new.${Date.now()}@gopath.example`;
  await signUp(page, server, { firstName: 'Omar', lastName: 'Farouk', email, password: DEMO_PASSWORD });
  await expect(section(page, 'Upcoming tasks').getByText('Nothing is due')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await section(page, 'Roadmap').getByRole('link', { name: 'Start your roadmap' }).click();
  await expect(page).toHaveURL('/roadmap/');

  await page.route('**/graphql', (route) =>
    route.fulfill({ status: 500, json: { errors: [{ message: 'Down', extensions: { code: 'INTERNAL' } }] } }),
  );
  await page.goto('/');
  await expect(page.getByRole('main').getByText('Data Load Error')).toBeVisible();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(section(page, 'Upcoming tasks')).toBeVisible();
});
