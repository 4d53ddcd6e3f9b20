/** A person's picture: chosen, cropped, saved, shown to people who can see the person, and removed. */
import { makeHugePng, makePicture } from '../../../factories/pictures.ts';
import { snackbar } from '../../../pages/snackbar.ts';
import { expect, expectAccessible, test } from '../../test.ts';

// covers: USER-017
test('a student crops and saves a picture, which their mentor sees, and removes it', async ({ signedIn }) => {
  const page = await signedIn('student', { at: 'blank' });
  await page.goto('/me/settings/');
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  const chooser = profile.getByLabel('Picture', { exact: true });
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    chooser.setInputFiles({ name, mimeType, buffer });
  await choose('me.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(profile.getByText('The picture must be a PNG, JPEG or WebP')).toBeVisible();
  await choose('me.png', 'image/png', makeHugePng(20_000, 20_000));
  await expect(profile.getByText('The picture has more than 32 megapixels')).toBeVisible();
  await choose('me.png', 'image/png', Buffer.from('no picture at all'));
  await expect(profile.getByText('The picture is damaged or was cut off on the way')).toBeVisible();

  await choose('me.png', 'image/png', await makePicture('png', { width: 640, height: 400 }));
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  const crop = dialog.getByRole('application', { name: /^Shown part of the picture/ });
  await expect(crop).toBeVisible();
  await expect(profile.getByText('The picture is damaged')).toHaveCount(0);
  const picture = dialog.locator('img');
  const position = () => picture.evaluate((image) => getComputedStyle(image).transform);
  const start = await position();
  await crop.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(position).not.toBe(start);
  const moved = await position();
  const box = await crop.boundingBox();
  if (box === null) throw new Error('The crop area has no box.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(position).not.toBe(moved);
  await dialog.getByLabel('Zoom').fill('2');
  await expect(dialog.getByText('200%')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(dialog.getByRole('button', { name: 'Save picture' })).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route('**/api/me/picture/', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(dialog.getByText('Could not save your picture. Try again.')).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect(snackbar(page, 'Picture saved')).toBeVisible();
  await expect(profile.locator('img')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Your account/ }).locator('img')).toBeVisible();

  const mentor = await signedIn('mentor');
  await mentor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Maya Okafor' }).click();
  await expect(mentor.getByRole('main').locator('header img')).toBeVisible();
  await expect(mentor.getByRole('navigation', { name: 'Main' }).locator('img')).toBeVisible();

  await profile.getByRole('button', { name: 'Remove picture' }).click();
  await expect(snackbar(page, 'Picture removed')).toBeVisible();
  await expect(profile.getByRole('button', { name: 'Upload picture' })).toBeVisible();
  await expect(profile.locator('img')).toHaveCount(0);
});
