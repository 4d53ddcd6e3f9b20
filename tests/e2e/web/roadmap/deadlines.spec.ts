import { addDays } from '#shared/kernel/dates.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { RoadmapPage } from '../../../pages/roadmap.ts';
import { expect, expectAccessible, test } from '../../test.ts';

/** Returns a date as the date picker reads it. */
const typed = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;

test('a student sets the deadline and checklist of a college, and sees it with the tasks', async ({
  signedIn,
}) => {
  const page = await signedIn('student', { at: 'blank' });
  await page.goto('/roadmap/colleges/');
  const roadmap = new RoadmapPage(page);
  await roadmap.openCollege('Stanford University');
  const card = roadmap.card('Stanford University');
  const date = addDays(dateIn('America/Los_Angeles', new Date()), 9);
  await card.getByRole('textbox', { name: 'Application deadline' }).fill(typed(date));
  await card.getByRole('checkbox', { name: 'Transcript' }).check();
  await card.getByRole('checkbox', { name: 'Application fee' }).check();
  await expect(card).toContainText(/Due .*, 2 of 6 done/);
  await expect(roadmap.says('Updated Stanford University').first()).toBeVisible();
  await expectAccessible(page);

  await page.goto('/tasks/');
  const deadlines = page.getByRole('region', { name: 'Application deadlines' });
  const due = deadlines.getByRole('listitem').filter({ hasText: 'Stanford University' });
  await expect(due).toContainText('2 of 6 done');
  await expect(due).toContainText('In 9 days');
  await expectAccessible(page);
  const parent = await signedIn('parent', { at: 'blank' });
  await parent.goto('/tasks/');
  await parent
    .getByRole('region', { name: 'Application deadlines' })
    .getByRole('link', { name: 'Stanford University' })
    .click();
  await expect(new RoadmapPage(parent).card('Stanford University')).toContainText('2 of 6 done');

  // A submitted application is no longer due.
  await page.goto('/roadmap/colleges/');
  await roadmap.openCollege('Stanford University');
  await card.getByRole('checkbox', { name: 'Application submitted' }).check();
  await expect(roadmap.says('Updated Stanford University').first()).toBeVisible();
  await page.goto('/tasks/');
  await expect(deadlines.getByRole('listitem')).not.toHaveCount(0);
  await expect(due).toHaveCount(0);
});
