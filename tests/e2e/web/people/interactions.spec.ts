import type { Page } from '@playwright/test';
import { addTaskForStudent } from '../../api.ts';
import { expect, expectAccessible, test } from '../../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

test.slow();

const entries = (page: Page) => page.getByRole('main').getByRole('listitem');
const menuLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Interactions' });

// covers: INT-001 INT-002 INT-004 INT-005 INT-006 INT-007 INT-008 INT-012 INT-013 SHEL-017
test('a mentor reads the timeline, ten entries at a time, and opens a task and a note of one student', async ({
  signedIn,
}) => {
  const page = await signedIn('mentor');
  await menuLink(page).click();
  await expect(page).toHaveURL(/\/interactions\/$/);
  await expect(page).toHaveTitle('Interactions · GoPath');
  await expect(entries(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Show 10 more' }).click();
  await expect(entries(page)).toHaveCount(20);
  const times = await page
    .getByRole('main')
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') as string));
  expect(times).toEqual(times.toSorted().reverse());
  await expectAccessible(page);

  await addTaskForStudent(page, 'Visit a campus');
  await page.getByLabel('Student').selectOption('Maya Okafor');
  await expect(page).toHaveURL(/\?student=\d+$/);
  await page.reload();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Today');
  await expect(entries(page).first()).toContainText('You added Visit a campus');
  await expect(page.getByLabel('Student').getByRole('option', { selected: true })).toHaveText('Maya Okafor');
  const note = page.getByRole('link', { name: /, Maya$/ }).first();
  while (!(await note.isVisible())) {
    const count = await entries(page).count();
    await page.getByRole('button', { name: 'Show 10 more' }).click();
    await expect(entries(page)).not.toHaveCount(count);
  }
  await note.click();
  await expect(page).toHaveURL(/\/notes\/\d+\/$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Visit a campus' }).click();
  await expect(page).toHaveURL(/\/tasks\/[^/]+\/\d+\/$/);
  await expect(page.getByRole('heading', { name: 'Visit a campus' }).first()).toBeVisible();
});

// covers: INT-009
test('a student chooses a mentor and sees only their interactions', async ({ signedIn }) => {
  const page = await signedIn('student');
  await menuLink(page).click();
  await expect(entries(page)).toHaveCount(10);
  await page.getByLabel('Mentor').selectOption('Jonah Bell');
  await expect(entries(page).filter({ hasText: 'Jonah Bell sent the meeting note' }).first()).toBeVisible();
  await expect(entries(page).filter({ hasText: /Marsh/ })).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 720 });
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

// covers: INT-003 INT-004 INT-010
test('the page is empty without interactions, and missing without meetings', async ({ signedIn }) => {
  const page = await signedIn('staff', { at: 'blank' });
  await page.goto('/interactions/');
  await expect(page.getByRole('heading', { name: 'No interactions' })).toBeVisible();
  await page.route('**/api/me/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), show_meetings: false } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
  await expect(menuLink(page)).toHaveCount(0);
});
