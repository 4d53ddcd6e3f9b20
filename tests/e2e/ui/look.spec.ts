import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './gallery.ts';

for (const width of [1280, 360]) {
  for (const theme of [2, 3] as const) {
    test(`every component is accessible and fits: ${width} px, ${theme === 2 ? 'light' : 'dark'}`, async ({
      page,
      gallery,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await gallery.open(undefined, theme);
      await page.getByRole('textbox', { name: 'Note', exact: true }).waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

      for (const opener of [
        'Open dialog',
        'Open busy dialog',
        'Confirm by typing',
        'Open drawer',
        'More actions',
        'Choose Exam date',
        'Choose Start',
        /^Filter Users/u,
      ]) {
        await gallery.open(undefined, theme);
        await page.getByRole('button', { name: opener, exact: true }).click();
        await expect(page.locator('[data-headlessui-state~=open]').first()).toBeVisible();
        await page.evaluate(async () => {
          // A spinner never ends; what opens does.
          const opening = document
            .getAnimations()
            .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
          await Promise.allSettled(opening.map((one) => one.finished));
        });
        expect((await new AxeBuilder({ page }).analyze()).violations, String(opener)).toEqual([]);
      }
    });
  }
}

// covers: SHEL-042
test('the theme follows the system unless one is chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/?only=actions');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.goto('/?only=actions&theme=3');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveCSS('color-scheme', 'dark');
});
