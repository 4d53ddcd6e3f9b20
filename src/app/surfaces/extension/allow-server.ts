import { browser } from 'wxt/browser';
import { AppError } from '#shared/kernel/errors.ts';

/**
 * Asks the browser to let us talk to a server; it shows its own question, unless that is allowed already. Must begin
 * within the click. @throws AppError
 */
export async function allowServer(address: string): Promise<void> {
  const url = URL.parse(address);
  if (url === null) throw new AppError('INVALID_INPUT', 'Enter an address that begins with https://.');
  const isAllowed = await browser.permissions
    .request({ origins: [`${url.protocol}//${url.hostname}/*`] })
    .catch(() => false);
  if (!isAllowed) throw new AppError('FORBIDDEN', 'The browser did not allow this address.');
}
