import { expect, test, type Page } from './gallery.ts';

test.use({ timezoneId: 'America/Detroit' });
test.beforeEach(async ({ gallery, page }) => {
  await page.clock.setFixedTime('2026-05-14T15:07:00-04:00');
  await gallery.open('pickers');
});

const box = (page: Page, label: string) =>
  page
    .getByRole('textbox', { name: label, exact: true })
    .or(page.getByRole('combobox', { name: label, exact: true }));

/** Returns the error below the field with that label. */
async function problem(page: Page, label: string, text: string) {
  await expect(box(page, label)).toHaveAccessibleDescription(text);
  await expect(box(page, label)).toHaveAttribute('aria-invalid', 'true');
}

// covers: FORM-008 FORM-010 FORM-013
test('a date is typed as MM/dd/yyyy; an invalid one says so and is cleared', async ({ page }) => {
  const exam = box(page, 'Exam date');
  await expect(exam).toHaveValue('05/14/2026');
  await expect(exam).toHaveAttribute('placeholder', 'MM/dd/yyyy');
  await exam.fill('6/2/2026');
  await exam.blur();
  await expect(exam).toHaveValue('06/02/2026');
  await expect(page.getByTestId('day')).toHaveText('Tue Jun 02 2026');

  for (const wrong of ['02/30/2026', '13/01/2026', 'friday', '2026-05-14']) {
    await exam.fill(wrong);
    await exam.press('Enter');
    await expect(exam).toHaveValue('');
    await problem(page, 'Exam date', 'Invalid date');
    await expect(page.getByTestId('day')).toHaveText('none');
  }

  await exam.fill('05/20/2026');
  await exam.blur();
  await expect(exam).not.toHaveAttribute('aria-invalid');
});

// covers: FORM-011 FORM-012 FORM-013
test('refuses past and future dates where the field does not allow them, and accepts today', async ({
  page,
}) => {
  await box(page, 'Visit').fill('05/13/2026');
  await box(page, 'Visit').blur();
  await problem(page, 'Visit', 'Date invalid: cannot be in the past');
  await expect(box(page, 'Visit')).toHaveValue('');
  await box(page, 'Visit').fill('05/14/2026');
  await box(page, 'Visit').blur();
  await expect(box(page, 'Visit')).toHaveValue('05/14/2026');

  await box(page, 'Birthday').fill('05/15/2026');
  await box(page, 'Birthday').blur();
  await expect(box(page, 'Birthday')).toHaveAccessibleDescription(/Date invalid: cannot be in the future/u);
  await expect(box(page, 'Birthday')).toHaveValue('');
});

test('a day is chosen in the calendar by keyboard, and focus returns to the field', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Choose Exam date' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByRole('button', { name: /May 14, 2026/u })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('day')).toHaveText('Fri May 15 2026');
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(button).toBeFocused();
});

test('the calendar shows which days are disabled', async ({ page }) => {
  await page.getByRole('button', { name: 'Choose Visit' }).click();
  await expect(page.getByRole('button', { name: /May 13, 2026/u })).toBeDisabled();
  await expect(page.getByRole('button', { name: /May 14, 2026/u })).toBeEnabled();
});

// covers: FORM-007 FORM-009 FORM-013
test('a time is typed as h:mm AM/PM or chosen every 15 minutes', async ({ page }) => {
  const start = box(page, 'Start');
  for (const [typed, kept] of [
    ['4:07 pm', '4:07 PM'],
    ['12:59AM', '12:59 AM'],
    ['1:00 AM', '1:00 AM'],
  ] as const) {
    await start.fill(typed);
    await start.blur();
    await expect(start).toHaveValue(kept);
    await expect(page.getByTestId('time')).toHaveText(kept);
  }
  for (const wrong of ['13:00 PM', '0:30 AM', '4:60 PM', '4 PM', '16:00']) {
    await start.fill(wrong);
    await start.blur();
    await expect(start).toHaveValue('');
    await problem(page, 'Start', 'Invalid date');
    await expect(page.getByTestId('time')).toHaveText('none');
  }

  await page.getByRole('button', { name: 'Choose Start' }).click();
  const options = page.getByRole('option');
  await expect(options).toHaveCount(96);
  expect((await options.allTextContents()).slice(0, 3)).toEqual(['12:00 AM', '12:15 AM', '12:30 AM']);
  await page.getByRole('option', { name: '2:45 PM', exact: true }).click();
  await expect(page.getByTestId('time')).toHaveText('2:45 PM');
});

test('a date and a time are one value; an earlier time of today is refused', async ({ page }) => {
  await box(page, 'Due').fill('05/14/2026');
  await box(page, 'Due').blur();
  await expect(box(page, 'Due time')).toHaveValue('5:00 PM');
  await expect(page.getByTestId('due')).toContainText('Thu May 14 2026 17:00:00');

  await box(page, 'Due time').fill('3:15 PM');
  await box(page, 'Due time').blur();
  await expect(page.getByTestId('due')).toContainText('15:15:00');

  await box(page, 'Due time').fill('3:06 PM');
  await box(page, 'Due time').blur();
  await problem(page, 'Due', 'Date invalid: cannot be in the past');
  await expect(page.getByTestId('due')).toHaveText('none');
  await expect(box(page, 'Due')).toHaveValue('');
  await expect(box(page, 'Due time')).toHaveValue('');
});

test('typing finds a person and highlights the match; the choice can be removed', async ({ page }) => {
  const student = page.getByRole('combobox', { name: 'Student' });
  await student.fill('riv');
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('option').locator('mark')).toHaveText('Riv');
  await student.press('Enter');
  await expect(page.getByTestId('person')).toHaveText('Maya Rivera');
  await page.getByRole('button', { name: 'Clear Student' }).click();
  await expect(page.getByTestId('person')).toHaveText('none');
  await expect(student).toHaveValue('');
  await student.fill('nobody');
  await expect(page.getByText('Nothing found')).toBeVisible();
});

test('several options are checked in a menu, and its button shows how many', async ({ page }) => {
  const button = page.getByRole('button', { name: /^Filter Users/u });
  await expect(button).toHaveText('Filter Users1');
  await button.click();
  await page.getByLabel('Search Filter Users').fill('tran');
  await page.getByLabel('Jonah Tran').check();
  await expect(button).toHaveText('Filter Users2');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});
