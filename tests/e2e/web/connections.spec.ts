/** The connections page of staff. */
import { expect, expectAccessible, test } from '../test.ts';

test('staff see every connection; others do not find the page', async ({ signedIn }) => {
  const page = await signedIn('staff');
  const section = page.getByRole('region', { name: 'Connections' });
  await expect(section.getByRole('listitem')).toHaveCount(4);
  await section.getByRole('link', { name: 'All connections' }).click();
  const list = page.getByRole('list', { name: 'Connections' });
  await expect(list.getByRole('listitem').filter({ hasText: 'SimplyBook' })).toContainText(
    'Meetings are booked in our own calendar.',
  );
  await expectAccessible(page);
  const mentor = await signedIn('mentor');
  await mentor.goto('/connections/');
  await expect(mentor.getByRole('heading', { name: 'Not Found', level: 1 })).toBeVisible();
});
