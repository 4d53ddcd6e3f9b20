import { refuseOperation } from '../api.ts';
import { expect, expectAccessible, test } from '../test.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

// covers: SHEL-005 SHEL-006 SHEL-012
test('a student adds an essay with a published prompt and writes it; the text saves automatically', async ({
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
  await expectNoSideScroll(page);
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
  const page = await signedIn('student', { at: 'blank' });
  await page.goto('/essays/1/');
  await page.getByRole('link', { name: 'UC: making the community better' }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await refuseOperation(page, 'UpdateEssay', 'The database is down.');
  await text.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Kept words.');
  await expect(page.getByText('The database is down.')).toBeVisible();
  const address = page.url();
  await page.goto('about:blank');

  const mentor = await signedIn('mentor', { at: 'blank' });
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
  const student = await signedIn('student', { at: 'blank' });
  await student.goto('/essays/1/');
  await student.getByRole('link', { name: 'The one scene with the bicycles' }).click();
  await expect(student.getByRole('textbox', { name: 'Text' })).toBeVisible();
  const address = new URL(student.url()).pathname;
  const parent = await signedIn('parent', { at: 'blank' });
  await parent.goto(address);
  await expect(parent.getByText('Not Found')).toBeVisible();

  await student.getByRole('button', { name: 'Share with parents' }).click();
  await expect(student.getByText('Your parents can read this essay now', { exact: true })).toBeVisible();
  await parent.reload();
  await expect(parent.getByRole('region', { name: 'Text' })).toContainText('The chain came off');
  await expect(parent.getByRole('textbox')).toHaveCount(0);
  await expect(parent.getByText('Stay in the garage')).toHaveCount(0);
  await expectAccessible(parent);
});

test('a mentor comments on a passage, and the student resolves the comment', async ({ signedIn }) => {
  const mentor = await signedIn('mentor', { at: 'blank' });
  await mentor.goto('/students/');
  await mentor.getByRole('link', { name: 'Maya Okafor', exact: true }).first().click();
  await mentor.getByRole('link', { name: 'The one scene with the bicycles' }).click();
  const comments = mentor.getByRole('region', { name: 'Comments' });
  await expect(comments.getByRole('listitem')).toHaveCount(1);
  // Selects one passage with the pointer, then another one with the keyboard.
  await mentor.getByText('The chain came off for the third time').click({ clickCount: 3 });
  await expect(comments.getByText('The chain came off for the third time')).toBeVisible();
  await comments.getByLabel('Or choose a paragraph').focus();
  await comments.getByLabel('Or choose a paragraph').selectOption({ index: 2 });
  await expect(comments.locator('form blockquote')).toContainText('He repairs bicycles in a garage');
  await comments.getByRole('button', { name: 'Add comment' }).click();
  await expect(comments.getByText('Comment is required')).toBeVisible();
  await comments.getByRole('textbox', { name: 'Comment' }).fill('Oil and oranges: keep this.');
  // The comment is not sent yet, and survives a reload.
  await mentor.reload();
  await expect(comments.getByRole('textbox', { name: 'Comment' })).toHaveValue('Oil and oranges: keep this.');
  await comments.getByRole('button', { name: 'Add comment' }).click();
  await expect(comments.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(mentor);
  const address = new URL(mentor.url()).pathname;

  const student = await signedIn('student', { at: 'blank' });
  await student.goto(address);
  const received = student.getByRole('region', { name: 'Comments' });
  const item = received.getByRole('listitem').filter({ hasText: 'Oil and oranges: keep this.' });
  await item.getByRole('button', { name: /^Show / }).click();
  await expect
    .poll(() => student.evaluate(() => [...(CSS.highlights.get('passage-active') ?? [])].map(String)))
    .toEqual([expect.stringMatching(/^He repairs bicycles/)]);
  // The passage of the other comment is deleted from the text.
  const text = student.getByRole('textbox', { name: 'Text' });
  await text.getByText('I learned to listen').click({ clickCount: 3 });
  await student.keyboard.press('Delete');
  await expect(received.getByText('This passage was changed.')).toBeVisible();
  await item.getByRole('button', { name: 'Resolve' }).click();
  await expect(received.getByRole('listitem')).toHaveCount(1);
  await received.getByRole('button', { name: 'Show resolved (1)' }).click();
  await expect(item.getByRole('button', { name: 'Open again' })).toBeVisible();
});

test('versions show what changed, one is restored, and the essay is exported', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  await page.goto('/essays/1/');
  await page.getByRole('link', { name: 'The one scene with the bicycles' }).click();
  const actions = page.getByRole('button', { name: 'Actions for this essay' });
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(text).toContainText('The chain came off');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Versions' });
  await expect(dialog.getByText(/^\d+ words added, \d+ removed$/)).toBeVisible();
  await expect(dialog.locator('ins', { hasText: 'oranges' })).toBeVisible();
  await expect(dialog.locator('del', { hasText: 'important' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('list', { name: 'Saved versions' }).getByRole('button').last().click();
  await dialog.getByRole('button', { name: 'Restore this version' }).click();
  await expect(text).toContainText('He taught me a lot about patience');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text).toContainText('The chain came off');

  const download = page.waitForEvent('download');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Download as .docx' }).click();
  expect((await download).suggestedFilename()).toBe('The one scene with the bicycles.docx');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('main').getByText('The chain came off').first()).toBeVisible();
  await expect(text).toBeHidden();
  await expect(page.getByRole('region', { name: 'Comments' })).toBeHidden();
});
