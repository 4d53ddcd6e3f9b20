import {
  AppError,
  ERROR_CODES,
  type ErrorCode,
  UNAVAILABLE_MESSAGE,
  unreachable,
} from '#shared/kernel/errors.ts';
import { VIEW_AS_HEADER } from '#shared/users/view-as.ts';
import { readViewedStudent } from '#src/lib/view-as.ts';
import { dropEarly, earlyKey, takeEarly } from './early-responses.ts';
import { endpoints, pathOf } from './endpoints.ts';
import { REQUEST_TIMEOUT_MS } from './request-timeout.ts';
import type { GraphQLRequest, RestRequest } from './transport.ts';

/** The request timeout of files. */
const FILE_TIMEOUT_MS = 10 * 60_000;

interface WireError {
  message?: unknown;
  extensions?: object;
}

/** Returns the code of a status, for a response without a code. */
function codeOfStatus(status: number): ErrorCode {
  const match = Object.entries(ERROR_CODES).find(([, value]) => value === status);
  if (match !== undefined) return match[0] as ErrorCode;
  return status >= 500 ? 'UNAVAILABLE' : 'BAD_REQUEST';
}

/** Returns the error of a failed response. @param json its REST problem, or its first GraphQL error */
export function errorOf(status: number, json: object | null): AppError {
  const { detail } = (json ?? {}) as { detail?: unknown };
  return AppError.parse(detail === undefined ? json : { ...json, message: detail }, {
    code: codeOfStatus(status),
    message: UNAVAILABLE_MESSAGE,
  });
}

async function send(
  url: string,
  init: RequestInit,
  token: string | null,
  signal?: AbortSignal,
  timeoutMs = REQUEST_TIMEOUT_MS,
): Promise<Response> {
  const student = readViewedStudent();
  // Early requests are the person's own.
  const early = student === null ? await takeEarly(earlyKey(url, init.body)) : null;
  if (early !== null) return early;
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])];
  try {
    return await fetch(url, {
      ...init,
      headers: {
        ...(init.headers as Record<string, string>),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(token === null || student === null ? {} : { [VIEW_AS_HEADER]: student }),
      },
      signal: AbortSignal.any(limits),
      cache: 'no-store',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

/** Returns the body of a response; null if it is not JSON. For errors, which need no body. */
export async function readJson(response: Response): Promise<Record<string, unknown> | null> {
  try {
    return (await response.json()) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/**
 * Reads the body of a successful response.
 * @throws AppError NETWORK when the connection breaks before its end
 */
async function readBody<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

/** Sends `POST /graphql` with 'query' and 'variables' (API-003). @throws AppError of the first error (API-014) */
export async function sendGraphQL(
  server: string,
  { query, variables }: GraphQLRequest,
  token: string,
  signal?: AbortSignal,
): Promise<unknown> {
  // An early response does not contain the change.
  if (/^\s*mutation\b/m.test(query)) dropEarly();
  const response = await send(
    `${server}/graphql`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    },
    token,
    signal,
  );
  const answer = await readJson(response);
  const [first] = (answer?.['errors'] ?? []) as WireError[];
  if (first !== undefined) {
    throw errorOf(response.status, { ...first.extensions, message: first.message });
  }
  if (!response.ok || answer === null || answer['data'] === undefined)
    throw errorOf(response.ok ? 503 : response.status, null);
  return answer['data'];
}

/** Returns a file as text, which can be sent between the extension's worker and its pages. */
function toDataUrl(file: Blob): Promise<string> {
  return file.arrayBuffer().then((buffer) => {
    const bytes = new Uint8Array(buffer);
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return `data:${file.type};base64,${btoa(text)}`;
  });
}

/** Calls a REST endpoint. @throws AppError of the problem in the response */
export async function sendRest(
  server: string,
  { endpoint, params, search, body, onSent }: RestRequest,
  token: string | null,
  signal?: AbortSignal,
): Promise<unknown> {
  const url = server + pathOf(endpoint, params, search);
  const { method } = endpoints[endpoint];
  if (method !== 'GET') dropEarly();
  let response: Response;
  if (
    token !== null &&
    body instanceof FormData &&
    onSent !== undefined &&
    typeof XMLHttpRequest !== 'undefined'
  ) {
    const { sendForm } = await import('./send-form.ts');
    response = await sendForm(url, { method, body, token, onSent });
  } else {
    const content: RequestInit =
      body instanceof FormData
        ? { body }
        : body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const hasFile = body instanceof FormData || 'returns' in endpoints[endpoint];
    const timeoutMs = hasFile ? FILE_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
    response = await send(url, { method, ...content }, token, signal, timeoutMs);
  }
  if (response.status === 204) return null;
  if (!response.ok) throw errorOf(response.status, await readJson(response));
  return 'returns' in endpoints[endpoint]
    ? toDataUrl(await readBody(() => response.blob(), signal))
    : readBody(() => response.json(), signal);
}
