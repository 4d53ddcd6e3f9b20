import type { Page } from '@playwright/test';

/** Returns the painted color scheme, from the background's lightness. */
export function shownScheme(page: Page): Promise<'light' | 'dark'> {
  return page.evaluate(() => {
    const lightness = /^oklch\(([\d.]+)/.exec(getComputedStyle(document.body).backgroundColor)?.[1];
    return Number(lightness) > 0.5 ? 'light' : 'dark';
  });
}
