import { expect, test } from './gallery.ts';

test.beforeEach(({ gallery }) => gallery.open('table'));

test('a column heading sorts and announces the direction', async ({ page }) => {
  const table = page.getByRole('table', { name: 'Notes', exact: true });
  const updated = table.getByRole('columnheader', { name: 'Updated At' });
  await expect(updated).toHaveAttribute('aria-sort', 'descending');
  await updated.getByRole('button').click();
  await expect(page.getByTestId('sort')).toHaveText('updated asc');
  await expect(updated).toHaveAttribute('aria-sort', 'ascending');
  await table.getByRole('columnheader', { name: 'Subject' }).getByRole('button').click();
  await expect(page.getByTestId('sort')).toHaveText('subject asc');
  await expect(updated).toHaveAttribute('aria-sort', 'none');
});

test('a column heading sorts although its column moves while the mouse button is down', async ({ page }) => {
  const table = page.getByRole('table', { name: 'Notes', exact: true });
  await table.getByRole('columnheader', { name: 'Subject' }).getByRole('button').hover();
  await page.mouse.down();
  // As when new rows arrive, with longer texts in another column.
  await table.evaluate((element) => {
    element.style.marginLeft = '200px';
  });
  await page.mouse.up();
  await expect(page.getByTestId('sort')).toHaveText('subject asc');
});

test('a row opens, is selected, and shows its actions on focus', async ({ page }) => {
  const table = page.getByRole('table', { name: 'Notes', exact: true });
  await table.getByRole('button', { name: 'Show details of College list: first draft' }).click();
  await expect(table.getByText('Register for the May SAT by Friday, Jonah Tran.')).toBeVisible();
  await table.getByLabel('Select all rows').check();
  await expect(table.getByRole('row', { selected: true })).toHaveCount(3);

  const row = table.getByRole('row', { name: /Summer program ideas/u });
  const edit = row.getByRole('button', { name: 'Edit' });
  const shown = () => edit.locator('..').evaluate((element) => getComputedStyle(element).opacity);
  await expect.poll(shown).toBe('0');
  await edit.focus();
  await expect.poll(shown).toBe('1');
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
  test('rows are stacked, actions are in a menu, and targets are large', async ({ page }) => {
    const table = page.getByRole('table', { name: 'Notes', exact: true });
    await table.getByRole('button', { name: 'Actions for Summer program ideas' }).tap();
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    await page.keyboard.press('Escape');
    const next = await page.getByRole('button', { name: 'Next page' }).boundingBox();
    expect(next!.height).toBeGreaterThanOrEqual(40);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(360);
  });
});
