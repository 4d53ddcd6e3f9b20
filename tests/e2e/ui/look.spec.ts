import { findViolations } from '../../helpers/browser/axe.ts';
import { shownScheme } from '../../helpers/browser/shown-scheme.ts';
import { expect, test, type Page } from './gallery.ts';
import { expectNoSideScroll } from '#tests/helpers/browser/page-width.ts';

/** The overlays, with the section of their button. */
const OVERLAYS = [
  ['overlays', 'Open dialog'],
  ['overlays', 'Open busy dialog'],
  ['overlays', 'Confirm by typing'],
  ['overlays', 'Open drawer'],
  ['overlays', 'More actions'],
  ['pickers', 'Choose Exam date'],
  ['pickers', 'Choose Start'],
  ['pickers', /^Filter Users/u],
] as const;

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A menu or the panel of a popover. The other overlays are of Headless UI. */
const PANEL = '[role=menu], [data-floating-ui-portal] [role=dialog]';

/** Headless UI's hidden buttons that forward the Tab key; they never hold the focus. */
const FOCUS_GUARD = '[data-headlessui-focus-guard]';

async function settled(page: Page) {
  await page.evaluate(async () => {
    // A spinner never ends; the opening animation does.
    const opening = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(opening.map((one) => one.finished));
  });
}

for (const width of [1280, 360]) {
  for (const theme of [2, 3] as const) {
    const where = `${width} px, ${theme === 2 ? 'light' : 'dark'}`;

    test(`every component is accessible and fits: ${where}`, async ({ page, gallery }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await gallery.open(undefined, theme);
      await page.getByRole('textbox', { name: 'Note', exact: true }).waitFor();
      await expectNoSideScroll(page);
      expect(await findViolations(page)).toEqual([]);
    });

    test(`everything that opens is accessible: ${where}`, async ({ page, gallery }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      for (const [section, opener] of OVERLAYS) {
        await gallery.open(section, theme);
        await page.getByRole('button', { name: opener, exact: true }).click();
        await expect(
          page.locator(`[data-headlessui-state~=open], ${PANEL}`).filter({ visible: true }).first(),
        ).toBeVisible();
        await settled(page);
        const isPanel = (await page.locator(PANEL).count()) > 0;
        const violations = await findViolations(page, {
          tags: WCAG,
          include: isPanel ? PANEL : '#headlessui-portal-root',
          exclude: FOCUS_GUARD,
        });
        expect(violations, String(opener)).toEqual([]);
      }
    });
  }
}

// covers: SHEL-042
test('the theme follows the system unless one is chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/?only=actions');
  expect(await shownScheme(page)).toBe('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await shownScheme(page)).toBe('light');
  await page.goto('/?only=actions&theme=3');
  expect(await shownScheme(page)).toBe('dark');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
});
