import { fillStudents } from '#tests/factories/many-students.ts';
import { demoEmail, expect, expectAccessible, test } from '../../test.ts';

test('a mentor of 2,000 students finds, filters and sorts them, on a wide screen and on a phone', async ({
  server,
  signedIn,
}) => {
  const [mentor] = await server.query<{ pk: number }>('SELECT pk FROM users WHERE email = $1', [
    demoEmail('mentor'),
  ]);
  await fillStudents(server, mentor?.pk as number, 2_000);
  const page = await signedIn('mentor', { at: 'blank' });
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/students/');
    await expect(page.getByRole('heading', { name: 'Students (2,008)' })).toBeVisible();
    const table = page.getByRole('table', { name: 'Students' });
    // The table shows one page, so the number of rendered rows is bounded.
    await expect(table.getByRole('row')).toHaveCount(51);
    await page.getByRole('button', { name: /Next/ }).click();
    await expect(page.getByText('51–100 of 2,008')).toBeVisible();
    await table
      .getByRole('link', { name: /^Student Number/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/users\/\d+\/$/);
    await page.goBack();
    await expect(page.getByText('51–100 of 2,008')).toBeVisible();
    await page.getByLabel('Filter by name').fill('number 1999');
    await expect(page.getByRole('heading', { name: 'Students (1)' })).toBeVisible();
    await expect(table).toContainText('Student Number 1999');
    await page.getByLabel('Filter by name').fill('');
    await page.getByRole('button', { name: 'Year', exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'Senior' }).check();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Students (502)' })).toBeVisible();
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const points = page.getByRole('columnheader', { name: 'Student Profile Rating' }).getByRole('button');
  await points.click();
  await points.click();
  await expect(page.getByRole('columnheader', { name: 'Student Profile Rating' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('row').nth(1)).toContainText('390');
});
