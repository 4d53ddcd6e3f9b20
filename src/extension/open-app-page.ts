import { browser } from 'wxt/browser';

/** Opens a page of the app in a new tab. In the extension its path follows a hash. */
export async function openAppPage(path: string): Promise<void> {
  await browser.tabs.create({ url: `${location.origin}/app.html#${path}` });
}
