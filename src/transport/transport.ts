import type * as z from 'zod/mini';
import { providePictures } from '#src/lib/picture-loader.ts';
import type { EndpointName } from './endpoints.ts';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

/** A REST request by the name of its endpoint. */
export interface RestRequest {
  endpoint: EndpointName;
  /** Values for the `:name` parts of the path. */
  params?: Readonly<Record<string, string | number>>;
  search?: Readonly<Record<string, string>>;
  body?: unknown;
  /** Called with the upload progress, where it is known: on pages of the web app. */
  onSent?: (sent: number, total: number) => void;
}

/** A GraphQL request: one of our generated operations. */
export interface GraphQLRequest {
  query: string;
  variables: Record<string, unknown>;
}

/**
 * The connection to the server. The web app fetches directly (`web.ts`); a page of the extension asks the worker, which
 * alone has the tokens (`extension.ts`). Both fail with an AppError.
 */
export interface Transport {
  graphql(request: GraphQLRequest, signal?: AbortSignal): Promise<unknown>;
  rest(request: RestRequest, signal?: AbortSignal): Promise<unknown>;
  /** @returns true when signed in (the extension); false when the page redirects to the provider (the web app) */
  signIn(mode: SignInMode): Promise<boolean>;
  /** Ends the session on the server and deletes its tokens. */
  signOut(): Promise<void>;
  requestPasswordReset(email: string): Promise<void>;
  /** Sends the unsent bug reports of this device. */
  deliverReports(): Promise<void>;
}

/** The form of the identity provider to show first. */
export type SignInMode = 'sign_in' | 'sign_up';

let transport: Transport | undefined;

/** Sets the transport. Each surface calls it once, before rendering. */
export function provideTransport(provided: Transport) {
  transport = provided;
  // Loaded with the first picture.
  providePictures(async (path) =>
    (await import('./load-picture.ts')).loadPicture((request) => provided.rest(request), path),
  );
}

function provided(): Transport {
  if (transport === undefined) throw new Error('Call provideTransport() before the first request.');
  return transport;
}

/** A generated operation: its text, and the types of its result and variables. */
interface OperationDocument<Result, Variables> extends DocumentTypeDecoration<Result, Variables> {
  toString(): string;
}

/** Runs a generated operation. @throws AppError */
export async function request<Result, Variables>(
  document: OperationDocument<Result, Variables>,
  ...[variables, signal]: Variables extends Record<string, never>
    ? [variables?: Variables, signal?: AbortSignal]
    : [variables: Variables, signal?: AbortSignal]
): Promise<Result> {
  const query = document.toString();
  return (await provided().graphql(
    { query, variables: (variables ?? {}) as Record<string, unknown> },
    signal,
  )) as Result;
}

/** Calls a REST endpoint and validates its response. @throws AppError */
export async function requestRest<Schema extends z.ZodMiniType>(
  schema: Schema,
  call: RestRequest,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  return schema.parse(await provided().rest(call, signal));
}

/** Ends the session, here and on the server. @throws AppError NETWORK when the server is unreachable */
export function endSession(): Promise<void> {
  return provided().signOut();
}

/**
 * Signs in, or up, at the identity provider.
 * @returns whether the person is signed in now; false when the page redirects to the provider
 * @throws AppError when it cannot be reached
 */
export function startSession(mode: SignInMode): Promise<boolean> {
  return provided().signIn(mode);
}

/** Sends the unsent bug reports of this device; failed ones stay in the queue. */
export function sendWaitingReports(): Promise<void> {
  return provided().deliverReports();
}

/** Asks the identity provider to email a reset link (AUTH-035). @throws AppError */
export function resetPassword(email: string): Promise<void> {
  return provided().requestPasswordReset(email);
}
