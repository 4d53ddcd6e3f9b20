import { browser, type Browser } from 'wxt/browser';
import { AppError } from '#shared/kernel/errors.ts';
import { ALLOWED_PAGES, type ResponseMessage, type RequestKind, type Requests } from './contract.ts';
import { pageOfSender } from './sender.ts';

/** The worker's handlers, one for each kind of request. */
export type Handlers = {
  [Kind in RequestKind]: (input: Requests[Kind]['input']) => Promise<Requests[Kind]['output']>;
};

function kindOf(message: unknown): RequestKind | null {
  if (typeof message !== 'object' || message === null || !('gopath' in message)) return null;
  const kind = message.gopath;
  return typeof kind === 'string' && Object.hasOwn(ALLOWED_PAGES, kind) ? (kind as RequestKind) : null;
}

function toResponse(error: unknown): ResponseMessage {
  if (!(error instanceof AppError)) {
    console.error(error);
    return { error: { code: 'INTERNAL', message: 'Something went wrong.' } };
  }
  return { error: error.toJSON() };
}

/** Handles one message. Rejects unknown requests and senders other than our pages. */
export async function handleMessage(
  handlers: Handlers,
  message: unknown,
  sender: Browser.runtime.MessageSender,
): Promise<ResponseMessage> {
  try {
    const own = { id: browser.runtime.id, origin: location.origin };
    const page = pageOfSender(sender, own);
    const kind = kindOf(message);
    if (page === null || kind === null || !ALLOWED_PAGES[kind].includes(page)) {
      throw new AppError('FORBIDDEN', 'This page may not ask for that.');
    }
    const handler = handlers[kind] as (input: unknown) => Promise<unknown>;
    return { data: await handler((message as { input?: unknown }).input ?? null) };
  } catch (error) {
    return toResponse(error);
  }
}

/** Listens for the requests of our pages. Call it synchronously when the worker starts. */
export function handleRequests(handlers: Handlers) {
  browser.runtime.onMessage.addListener((message: unknown, sender: Browser.runtime.MessageSender) =>
    handleMessage(handlers, message, sender),
  );
}
