import { expect, type Page } from '@playwright/test';

/**
 * Checks that nothing is wider than the window. Waits, because after `setViewportSize` the page can have the new width
 * while its parts are still laid out for the old one.
 * @param where names the page in the error
 */
export async function expectNoSideScroll(page: Page, where?: string) {
  await expect
    .poll(() => page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth)), {
      message: where,
    })
    .toBe(page.viewportSize()?.width);
}

/** Checks that nothing is wider than a phone. */
export async function expectFits(page: Page) {
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoSideScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}
