import { browser } from 'wxt/browser';
import { AppError } from '#shared/kernel/errors.ts';

/**
 * Requests the browser's permission for a server; the browser asks the person unless it is already granted. Call it
 * synchronously within a click. @throws AppError
 */
export async function allowServer(address: string): Promise<void> {
  const url = URL.parse(address);
  if (url === null) throw new AppError('INVALID_INPUT', 'Enter an address that begins with https://.');
  const isAllowed = await browser.permissions
    .request({ origins: [`${url.protocol}//${url.hostname}/*`] })
    .catch(() => false);
  if (!isAllowed) throw new AppError('FORBIDDEN', 'The browser did not allow this address.');
}
