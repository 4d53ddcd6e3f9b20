import { test as base, expect, type Page } from '@playwright/test';
import { preview } from 'vite';

type Gallery = {
  /** Opens one section of the gallery, or all of it; theme 2 is light, 3 dark. */
  open: (section?: string, theme?: 2 | 3) => Promise<void>;
};

/** A page of the component gallery. Fails on any console error, violations of the content security policy included. */
export const test = base.extend<{ gallery: Gallery }, { galleryUrl: string }>({
  galleryUrl: [
    // Playwright reads the names of the fixtures from the pattern, so it needs an empty one.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await preview({
        configFile: 'tests/gallery/vite.config.ts',
        logLevel: 'error',
        preview: { host: '127.0.0.1', port: 0 },
      });
      await use(server.resolvedUrls!.local[0]!);
      await server.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ galleryUrl }, use) => use(galleryUrl),
  gallery: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await use({
      open: async (section, theme = 2) => {
        await page.goto(`/?theme=${theme}${section ? `&only=${section}` : ''}`);
        await page.getByRole('heading', { name: 'GoPath components' }).waitFor();
      },
    });
    expect(errors).toEqual([]);
  },
});

export { expect, type Page };
