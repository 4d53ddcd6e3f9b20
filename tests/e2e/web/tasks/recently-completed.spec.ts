import type { Page } from '@playwright/test';
import { TasksPage } from '../../../pages/tasks.ts';
import { demoEmail, expect, expectAccessible, test } from '../../test.ts';

const TITLE = 'Completed in the last 10 days';

/** Returns the requests of the section that the page has sent. */
function watchRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if ((request.postData() ?? '').includes('RecentlyCompletedTasks')) sent.push(request.url());
  });
  return sent;
}

// covers: TASK-023
test('a task completed in the upcoming tasks appears in a section, where it is reopened', async ({
  signedIn,
  server,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  const tasks = new TasksPage(page);
  await tasks.openNewList('Fall plans');
  for (const name of ['Long ago', 'Without a date']) {
    await tasks.add(name, name);
    await tasks.complete(name);
    await expect(tasks.task(name)).toHaveCount(0);
  }
  await server.query(
    `UPDATE tasks SET completed_at = now() - interval '10 days 1 hour' WHERE name = 'Long ago'`,
  );
  await tasks.add('Send the form today', 'Send the form');

  const requests = watchRequests(page);
  await page.goto('/tasks/');
  const upcoming = page.getByRole('group', { name: 'Today' });
  await upcoming.getByRole('checkbox', { name: 'Complete Send the form' }).click();
  await expect(tasks.message('Completed Send the form')).toBeVisible();
  await expect(upcoming.getByRole('link', { name: 'Send the form' })).toHaveCount(0);
  const section = page.getByRole('region', { name: TITLE });
  await expect(section.getByRole('listitem')).toHaveCount(0);
  expect(requests).toEqual([]);

  await section.getByRole('button', { name: TITLE }).click();
  const rows = section.getByRole('listitem');
  await expect(rows.nth(0)).toContainText('Send the form');
  await expect(rows.nth(0)).toContainText('Fall plans');
  await expect(rows.nth(1)).toContainText('Without a date');
  await expect(section.getByRole('link', { name: 'Long ago' })).toHaveCount(0);
  await expectAccessible(page);

  await section.getByRole('checkbox', { name: 'Reopen Send the form' }).click();
  await expect(tasks.message('Reopened Send the form')).toBeVisible();
  await expect(section.getByRole('link', { name: 'Send the form' })).toHaveCount(0);
  await expect(upcoming.getByRole('link', { name: 'Send the form' })).toBeVisible();

  // The open section follows what is completed and undone above it.
  await upcoming.getByRole('checkbox', { name: 'Complete Send the form' }).click();
  await expect(rows.nth(0)).toContainText('Send the form');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(section.getByRole('link', { name: 'Send the form' })).toHaveCount(0);
  await expect(upcoming.getByRole('link', { name: 'Send the form' })).toBeVisible();

  await section.getByRole('link', { name: 'Without a date' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Without a date' })).toBeVisible();
});

test('a parent sees what a child completed, ten tasks at a time, without private lists', async ({
  signedIn,
  server,
}) => {
  const page = await signedIn('parent', { at: 'blank' });
  await server.query(
    `INSERT INTO tasks (list_pk, owner_pk, created_by_pk, name, body, html_body, points, position, created_at,
      updated_at, completed_at)
    SELECT list.pk, list.owner_pk, list.owner_pk, CASE WHEN list.private THEN 'Secret ' ELSE 'Practice ' END || i,
      '{"type":"doc","content":[]}', '', 0, i, now(), now(), now() - i * interval '1 minute'
    FROM task_lists AS list JOIN users ON users.pk = list.owner_pk, generate_series(1, 11) AS i
    WHERE users.email = $1 AND (list.private OR list.name = 'SAT preparation')`,
    [demoEmail('student')],
  );
  await page.goto('/tasks/');
  const child = page.getByRole('region', { name: 'Maya Okafor' });
  const section = child.getByRole('group', { name: TITLE });
  await section.getByRole('button', { name: TITLE }).click();
  const rows = section.getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await expect(rows.nth(0)).toContainText('Practice 1');
  await expect(rows.nth(9)).toContainText('Practice 10');
  await section.getByRole('button', { name: 'Show 10 more' }).click();
  await expect(rows.nth(10)).toContainText('Practice 11');
  await expect(section.getByText(/Secret/)).toHaveCount(0);
  // Parents cannot change tasks.
  await expect(section.getByRole('checkbox')).toHaveCount(0);
  await expectAccessible(page);
});
