import { expect, test } from './gallery.ts';

test.beforeEach(({ gallery }) => gallery.open('overlays'));

test('a dialog has a name and a description, closes with Escape and returns focus', async ({ page }) => {
  const opener = page.getByRole('button', { name: 'Open dialog' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Send Meeting Note' });
  await expect(dialog).toHaveAccessibleDescription(/get this note by email/u);
  // The dialog handles keys once it has the focus.
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a busy dialog shows a spinner instead of buttons and cannot be closed', async ({ page }) => {
  await page.getByRole('button', { name: 'Open busy dialog' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('status')).toHaveText('Working');
  await expect(dialog.getByRole('button')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
});

test('an action that cannot be undone asks to type the name', async ({ page }) => {
  await page.getByRole('button', { name: 'Confirm by typing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable user' });
  const disable = dialog.getByRole('button', { name: 'Disable' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await dialog.getByRole('textbox').fill('Jonah');
  await dialog.getByRole('textbox').press('Enter');
  await expect(disable).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('textbox').fill('Jonah Tran');
  await disable.click();
  await expect(dialog).toBeHidden();
});

test('a menu works by keyboard and explains why an action is disabled', async ({ page }) => {
  const button = page.getByRole('button', { name: 'More actions' });
  await button.focus();
  await page.keyboard.press('Enter');
  const off = page.getByRole('menuitem', { name: /Send/u });
  await expect(off).toHaveAttribute('aria-disabled', 'true');
  await expect(off).toContainText('A placeholder is left in the text');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-kind]', { hasText: 'Edited' })).toBeVisible();
});

// covers: FORM-015 FORM-016
test('a snackbar closes after 6 seconds unless it is hovered or focused', async ({ page }) => {
  await page.clock.install({ time: '2026-05-14T15:00:00Z' });
  await page.clock.pauseAt('2026-05-14T16:00:00Z');
  const success = page.locator('[data-kind=success]', { hasText: 'Note deleted' });
  const show = page.getByRole('button', { name: 'Show success' });

  await show.click();
  await expect(success).toBeVisible();
  await page.clock.runFor(5900);
  await expect(success).toBeVisible();
  await page.clock.runFor(200);
  await expect(success).toBeHidden();

  await show.click();
  await success.hover();
  await page.clock.runFor(20_000);
  await expect(success).toBeVisible();
  await page.mouse.move(600, 10);
  await page.clock.runFor(6100);
  await expect(success).toBeHidden();

  await show.click();
  await success.getByRole('button', { name: 'Undo' }).focus();
  await page.clock.runFor(20_000);
  await expect(success).toBeVisible();
  await success.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.locator('[data-kind]', { hasText: 'Note restored' })).toBeVisible();

  await page.getByRole('button', { name: 'Show error' }).click();
  const error = page.locator('[data-kind=error]');
  await expect(error).toContainText('The note could not be sent');
  const place = await error.boundingBox();
  const view = page.viewportSize()!;
  expect(place!.x).toBeLessThan(40);
  expect(place!.y + place!.height).toBeGreaterThan(view.height - 40);
});
