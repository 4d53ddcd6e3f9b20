import type { Locator, Page } from '@playwright/test';

/** Returns the message at the bottom left, without its copy for screen readers. */
export function snackbar(page: Page, text: string | RegExp): Locator {
  return page.locator('[data-kind]').getByText(text, { exact: true });
}
