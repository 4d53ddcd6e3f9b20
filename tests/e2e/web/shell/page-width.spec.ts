import type { Page } from '@playwright/test';
import { demoEmail, type DemoPerson, expect, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

/** A small phone, a tablet upright, and a tablet on its side. */
const WIDTHS = [320, 768, 1024];

/** Pages besides those of the main menu. */
const MORE_PAGES: Record<DemoPerson, string[]> = {
  student: ['/me/', '/me/settings/', '/meetings/book/'],
  parent: ['/me/'],
  mentor: ['/me/', '/meetings/availability/'],
  staff: ['/users/invitations/new/'],
};

for (const [person, more] of Object.entries(MORE_PAGES) as [DemoPerson, string[]][]) {
  test(`no page of the ${person} is wider than its window`, async ({ signedIn }) => {
    const page = await signedIn(person);
    const links = page.getByRole('navigation', { name: 'Main' }).locator('a[href^="/"]');
    const menu = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(menu.length).toBeGreaterThan(4);
    for (const path of new Set([...menu, ...more])) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoSideScroll(page, `${path} at ${width} px`);
      }
    }
  });
}

/** A pasted link: a word that is wider than a phone. */
const LONG_WORD = `https://example.org/${'document'.repeat(9)}`;

test('a long word as a name does not make a page wider than a phone', async ({ signedIn, server }) => {
  const [ids] = await server.query<Record<'student' | 'list' | 'task' | 'note', number>>(
    `SELECT student.pk AS student, task.list_pk AS list, task.pk AS task,
      (SELECT max(pk) FROM notes WHERE author_pk = mentor.pk AND booked_meeting_pk IS NULL) AS note
    FROM users AS student, users AS mentor, LATERAL (
      SELECT tasks.pk, list_pk FROM tasks JOIN task_lists ON task_lists.pk = list_pk
      WHERE tasks.owner_pk = student.pk AND NOT private AND parent_pk IS NULL AND deleted_at IS NULL LIMIT 1) AS task
    WHERE student.email = $1 AND mentor.email = $2`,
    [demoEmail('student'), demoEmail('mentor')],
  );
  const { student, list, task, note } = ids!;
  const [{ slug }] = (await server.query<{ slug: string }>(
    'UPDATE task_lists SET name = $1 WHERE pk = $2 RETURNING slug',
    [LONG_WORD, list],
  )) as [{ slug: string }];
  await server.query('UPDATE tasks SET name = $1 WHERE pk = $2', [LONG_WORD, task]);
  await server.query('UPDATE notes SET title = $1 WHERE pk = $2', [LONG_WORD, note]);
  await server.query('UPDATE essays SET title = $1 WHERE student_pk = $2', [LONG_WORD, student]);
  await server.query(
    `INSERT INTO alerts (user_pk, kind, key, title, body, path, reason, revision, created_at)
    VALUES ($2, 'note_sent', 'long word', $1, $1, '/', 'Test', 1, now())`,
    [LONG_WORD, student],
  );

  const expectLongWordFits = async (page: Page, path: string) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    await expect(page.getByRole('main').getByText(LONG_WORD).filter({ visible: true }).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectNoSideScroll(page, path);
  };
  await expectLongWordFits(await signedIn('student', { at: 'blank' }), '/alerts/feed/');
  const page = await signedIn('mentor', { at: 'blank' });
  for (const path of [
    `/users/${student}/tasks/${slug}/`,
    `/users/${student}/tasks/${slug}/${task}/`,
    `/notes/${note}/`,
    `/users/${student}/`,
    `/essays/${student}/`,
  ]) {
    await expectLongWordFits(page, path);
  }
  const essay = page.getByRole('list', { name: 'Essays' }).getByRole('listitem').first();
  const [row, status] = await Promise.all(
    [essay, essay.getByText(/^(Idea|Draft|In review|Done)$/i)].map((part) => part.boundingBox()),
  );
  expect(status!.x + status!.width).toBeLessThanOrEqual(row!.x + row!.width);
});

test('a long name leaves room for the emails of invited users', async ({ signedIn, server }) => {
  const [{ email }] = (await server.query<{ email: string }>(
    `UPDATE invitations SET last_name = $1
    WHERE pk = (SELECT max(invitations.pk) FROM invitations JOIN users ON users.pk = inviter_pk
      WHERE users.email = $2 AND revoked_at IS NULL)
    RETURNING email`,
    [LONG_WORD.slice(0, 60), demoEmail('student')],
  )) as [{ email: string }];
  const page = await signedIn('student', { at: 'blank' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/users/invitations/');
  const cell = page.getByRole('cell', { name: email, exact: true });
  expect((await cell.boundingBox())?.width).toBeGreaterThan(160);
  const table = page.getByRole('table', { name: 'Invited users' });
  expect(await table.evaluate((element) => element.scrollWidth - element.parentElement!.clientWidth)).toBe(0);
});

test('a long name of a student does not make a page wider than a phone', async ({ signedIn, server }) => {
  const [{ pk }] = (await server.query<{ pk: number }>(
    'UPDATE users SET first_name = $1, last_name = $2 WHERE email = $3 RETURNING pk',
    ['Keihanaikukauakahihuliheekahaunaele', 'Wolfeschlegelsteinhausenbergerdorff', demoEmail('student')],
  )) as [{ pk: number }];
  const [{ note }] = (await server.query<{ note: number }>(
    'SELECT max(pk) AS note FROM notes WHERE student_pk = $1 AND sent_at IS NOT NULL',
    [pk],
  )) as [{ note: number }];
  const page = await signedIn('mentor', { at: 'blank' });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [
    `/notes/${note}/`,
    `/users/${pk}/`,
    `/meetings/book/?student=${pk}`,
    `/essays/${pk}/`,
    `/users/${pk}/roadmap/academics/`,
    `/users/${pk}/student_profile_rating/`,
    `/student_profile_rating_review/new/${pk}/`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText('Keihana').filter({ visible: true }).first()).toBeVisible();
    await expectNoSideScroll(page, path);
  }
});
