import { browser } from 'wxt/browser';
import { AppError, unreachable } from '#shared/kernel/errors.ts';
import type { ResponseMessage, RequestMessage, RequestKind, Requests } from './contract.ts';

/**
 * Sends a request to the worker, which the browser starts if needed.
 * @throws AppError as the worker threw it; NETWORK when the worker stopped without a response
 */
export async function send<Kind extends RequestKind>(
  kind: Kind,
  input: Requests[Kind]['input'],
): Promise<Requests[Kind]['output']> {
  const message: RequestMessage = { gopath: kind, input };
  let response: ResponseMessage | undefined;
  try {
    response = (await browser.runtime.sendMessage(message)) as ResponseMessage | undefined;
  } catch {
    // The worker was stopped: treated as a lost connection.
  }
  if (response === undefined) throw unreachable();
  if ('error' in response) {
    throw AppError.parse(response.error, { code: 'INTERNAL', message: 'Something went wrong.' });
  }
  return response.data as Requests[Kind]['output'];
}
