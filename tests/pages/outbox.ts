import { expect, type Page } from '@playwright/test';

/** Reads a link in the newest email to an address, from the outbox of the development server. */
export async function emailedLink(page: Page, email: string, name: RegExp): Promise<string> {
  const outbox = await page.context().newPage();
  await expect(async () => {
    await outbox.goto('/dev/outbox/');
    const mail = outbox.getByRole('listitem').filter({ hasText: email }).first();
    await mail.getByRole('link').click({ timeout: 1000 });
    await expect(outbox.getByRole('link', { name })).toBeVisible({ timeout: 1000 });
  }).toPass();
  const link = new URL((await outbox.getByRole('link', { name }).getAttribute('href')) ?? '');
  await outbox.close();
  return link.pathname + link.search;
}
