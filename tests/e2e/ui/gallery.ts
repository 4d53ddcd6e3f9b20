import { test as base, expect, type Page } from '@playwright/test';

type Gallery = {
  /** Opens one section of the gallery, or all of it; theme 2 is light, 3 dark. */
  open: (section?: string, theme?: 2 | 3) => Promise<void>;
};

/** A page of the component gallery. Any error in the console, a broken content security policy included, fails. */
export const test = base.extend<{ gallery: Gallery }>({
  gallery: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await use({
      open: async (section, theme = 2) => {
        await page.goto(`/?theme=${theme}${section ? `&only=${section}` : ''}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
    });
    expect(errors).toEqual([]);
  },
});

export { expect, type Page };
