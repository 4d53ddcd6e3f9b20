import { refuseOperation } from '../api.ts';
import { expect, expectAccessible, test } from '../test.ts';

// covers: SHEL-005 SHEL-006 SHEL-012
test('a student adds an essay with a published prompt and writes it; the text saves by itself', async ({
  signedIn,
}) => {
  const page = await signedIn('student');
  await page.getByRole('link', { name: 'Essays', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Essays', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add essay' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add essay' });
  await dialog.getByRole('button', { name: 'Add essay' }).click();
  await expect(dialog.getByText('Title is required')).toBeVisible();
  await dialog.getByLabel('Published prompt').selectOption({ index: 8 });
  await expect(dialog.getByLabel('Prompt', { exact: true })).toHaveValue(
    /^Describe an example of your leadership/,
  );
  await expect(dialog.getByLabel('Word limit')).toHaveValue('350');
  await dialog.getByLabel('Word limit').fill('4');
  await dialog.getByLabel('Title').fill('Leading the build team');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add essay' }).click();

  await expect(page).toHaveURL(/\/essays\/\d+\/\d+\/$/);
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.click();
  await page.keyboard.type('We lost the regional final.');
  await expect(page.getByText('5 of 4 words (1 too many)')).toBeVisible();
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('DRAFT');
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.reload();
  await expect(text).toHaveText('We lost the regional final.');
  await page.getByLabel('Status').selectOption('In review');
  await page.getByRole('link', { name: 'Essays', exact: true }).last().click();
  const row = page.getByRole('listitem').filter({ hasText: 'Leading the build team' });
  await expect(row).toContainText('In review');
  await expect(row).toContainText('5 of 4 words');
});

test('text that the server refuses stays on this device, and a change by someone else shows both versions', async ({
  signedIn,
}) => {
  const page = await signedIn('student');
  await page.getByRole('link', { name: 'Essays', exact: true }).click();
  await page.getByRole('link', { name: 'UC: making the community better' }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await refuseOperation(page, 'UpdateEssay', 'The database is down.');
  await text.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Kept words.');
  await expect(page.getByText('The database is down.')).toBeVisible();
  const address = page.url();
  await page.goto('about:blank');

  const mentor = await signedIn('mentor');
  await mentor.goto(new URL(address).pathname);
  await mentor.getByRole('textbox', { name: 'Text' }).click();
  await mentor.keyboard.type('By the mentor. ');
  await expect(mentor.getByText(/^Saved /)).toBeVisible();

  await page.unroute('**/graphql');
  await page.goto(address);
  const conflict = page.getByRole('region', { name: 'Two versions of this essay' });
  await expect(conflict).toContainText('Kept words.');
  await expect(conflict).toContainText('By the mentor.');
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(text).toContainText('Kept words.');
  await expect(page.getByText(/^Saved /)).toBeVisible();
});

test('parents read an essay only while the student shares it', async ({ signedIn }) => {
  const student = await signedIn('student');
  await student.getByRole('link', { name: 'Essays', exact: true }).click();
  await student.getByRole('link', { name: 'The one scene with the bicycles' }).click();
  await expect(student.getByRole('textbox', { name: 'Text' })).toBeVisible();
  const address = new URL(student.url()).pathname;
  const parent = await signedIn('parent');
  await parent.goto(address);
  await expect(parent.getByText('Not Found')).toBeVisible();

  await student.getByRole('button', { name: 'Share with parents' }).click();
  await expect(student.getByText('Your parents can read this essay now')).toBeVisible();
  await parent.reload();
  await expect(parent.getByRole('region', { name: 'Text' })).toContainText('The chain came off');
  await expect(parent.getByRole('textbox')).toHaveCount(0);
  await expect(parent.getByText('Stay in the garage')).toHaveCount(0);
  await expectAccessible(parent);
});
