import type { Locator, Page } from '@playwright/test';

/** A message at the bottom left; its copy for screen readers left out. */
export function snackbar(page: Page, text: string | RegExp): Locator {
  return page.locator('[data-kind]').getByText(text, { exact: true });
}
