import type { Page } from '@playwright/test';

/** In which colours a page is painted now, whoever chose them: its background's lightness says it. */
export function shownScheme(page: Page): Promise<'light' | 'dark'> {
  return page.evaluate(() => {
    const lightness = /^oklch\(([\d.]+)/.exec(getComputedStyle(document.body).backgroundColor)?.[1];
    return Number(lightness) > 0.5 ? 'light' : 'dark';
  });
}
