import { browser } from 'wxt/browser';
import { AppError } from '#shared/kernel/errors.ts';
import type { Answer, Envelope, RequestKind, Requests } from './contract.ts';

/**
 * Sends a request to the worker, which the browser starts if needed.
 * @throws AppError as the worker threw it; NETWORK when the worker stopped without a response
 */
export async function send<Kind extends RequestKind>(
  kind: Kind,
  input: Requests[Kind]['input'],
): Promise<Requests[Kind]['output']> {
  const envelope: Envelope = { gopath: kind, input };
  let answer: Answer | undefined;
  try {
    answer = (await browser.runtime.sendMessage(envelope)) as Answer | undefined;
  } catch {
    // The worker was stopped: treated as a lost connection.
  }
  if (answer === undefined) throw new AppError('NETWORK', 'The server could not be reached.');
  if ('error' in answer) {
    throw AppError.parse(answer.error, { code: 'INTERNAL', message: 'Something went wrong.' });
  }
  return answer.data as Requests[Kind]['output'];
}
