import { browser } from 'wxt/browser';
import { AppError } from '#shared/kernel/errors.ts';

/**
 * Asks the browser for access to a server; it asks the person unless that is already allowed. Call it synchronously
 * within a click. @throws AppError
 */
export async function allowServer(address: string): Promise<void> {
  const url = URL.parse(address);
  if (url === null) throw new AppError('INVALID_INPUT', 'Enter an address that begins with https://.');
  const isAllowed = await browser.permissions
    .request({ origins: [`${url.protocol}//${url.hostname}/*`] })
    .catch(() => false);
  if (!isAllowed) throw new AppError('FORBIDDEN', 'The browser did not allow this address.');
}
