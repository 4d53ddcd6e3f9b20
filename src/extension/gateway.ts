/**
 * Forwards the requests of our pages to the server, with the token of the signed-in person. Only generated operations and
 * listed endpoints: a page that is taken over cannot send anything else.
 */
import { AppError } from '#shared/kernel/errors.ts';
import type { Requests } from '#src/messaging/contract.ts';
import { type EndpointName, endpoints } from '#src/transport/endpoints.ts';
import type { RestRequest } from '#src/transport/transport.ts';
import { openRequests } from './requests.ts';

/** The text of every generated operation. Nothing else is forwarded. */
const OPERATIONS: ReadonlySet<string> = new Set(
  Object.values(import.meta.glob<object>('../transport/generated/*/graphql.ts', { eager: true }))
    .flatMap((generated) => Object.values(generated))
    .filter((value) => value instanceof String)
    .map(String),
);

/** Pending requests, so that a page can cancel one. They end with the worker. */
const pendingRequests = new Map<string, AbortController>();

async function cancellable<T>(id: unknown, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (typeof id !== 'string' || id.length > 100) throw refusedRequest();
  const controller = new AbortController();
  pendingRequests.set(id, controller);
  try {
    return await run(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw new AppError('NETWORK', 'The request was canceled.');
    throw error;
  } finally {
    pendingRequests.delete(id);
  }
}

function refusedRequest(): AppError {
  return new AppError('FORBIDDEN', 'The extension does not send such requests.');
}

function isRecordOf(value: unknown, types: readonly string[]): boolean {
  if (value === undefined) return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((entry) => types.includes(typeof entry))
  );
}

/** Forwards a generated GraphQL operation with the person's token. @throws AppError FORBIDDEN for any other text */
export async function forwardGraphQL(input: Requests['graphql']['input']): Promise<unknown> {
  const { id, query, variables } = input ?? {};
  if (!OPERATIONS.has(query) || typeof variables !== 'object' || variables === null) throw refusedRequest();
  return cancellable(id, async (signal) => (await openRequests()).graphql({ query, variables }, signal));
}

/** Calls one of our REST endpoints with the person's token. @throws AppError FORBIDDEN for any other */
export async function forwardRest(input: Requests['rest']['input']): Promise<unknown> {
  const { id, endpoint, params, search, body } = input ?? {};
  const isOurs =
    typeof endpoint === 'string' &&
    Object.hasOwn(endpoints, endpoint) &&
    isRecordOf(params, ['string', 'number']) &&
    isRecordOf(search, ['string']);
  if (!isOurs) throw refusedRequest();
  const request: RestRequest = { endpoint: endpoint as EndpointName, params, search, body };
  return cancellable(id, async (signal) => (await openRequests()).rest(request, signal));
}

/** Cancels a pending request. */
export function cancel(input: Requests['cancel']['input']): Promise<null> {
  pendingRequests.get(input?.id)?.abort();
  return Promise.resolve(null);
}
