import type { Locator } from '@playwright/test';

/**
 * Types into a combobox, and clicks the first option with this name. Then waits for the next frame: the combobox takes
 * the focus back there, which would close the list of another one that the test has opened by then.
 */
export async function chooseOption(combobox: Locator, typed: string, name: string | RegExp): Promise<void> {
  const page = combobox.page();
  await combobox.fill(typed);
  await page.getByRole('listbox').getByRole('option', { name }).first().click();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}
