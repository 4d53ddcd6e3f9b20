import { expect, type Page } from '@playwright/test';

/** Presses a key until the drag announces the text: a key pressed before the drag listens to keys does nothing. */
export async function pressUntilAnnounced(page: Page, key: string, text: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(page.getByText(text)).toBeAttached({ timeout: 5_000 });
  }).toPass();
}
