import type { FastifyInstance } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Response } from 'graphql-http';
import { createHandler } from 'graphql-http/lib/use/fastify';
import { type Actor, hasPermission } from '#shared/kernel/actor.ts';
import { AppError, ERROR_CODES } from '#shared/kernel/errors.ts';
import type { Authentication } from '../http/authentication.ts';
import { isUnexpected, RETRY_AFTER_SECONDS, toAppError } from '../http/errors.ts';
import type { Services } from '../services.ts';
import type { GraphQLContext } from './builder.ts';
import type { DocumentCache } from './documents.ts';
import { QUERY_LIMITS } from './limits.ts';

function coded(message: string, code: AppError['code']): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

/** Removes 'Did you mean …', which would reveal names of the schema. */
function withoutSuggestions(message: string): string {
  return message.replace(/ Did you mean [^?]*\?/, '');
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/**
 * Serializes a response without errors. The handler's output is the same, but it calls a function for every value,
 * which is several times slower. Leaves errors and other media types to the handler.
 */
function plainResponse(accept: string | undefined, result: unknown): Response | undefined {
  const { data, errors } = result as ExecutionResult;
  if (errors !== undefined || !data || !['application/json', '*/*', undefined].includes(accept))
    return undefined;
  return [JSON.stringify(result), { status: 200, statusText: 'OK', headers: JSON_HEADERS }];
}

/**
 * Returns a 503 with Retry-After if a resolver could not reach the database, as routes do. Clients then retry reads,
 * and proxies can act on the status.
 */
function unavailableResponse(result: unknown, onUnexpected: (error: unknown) => void): Response | undefined {
  const { errors } = result as ExecutionResult;
  const isUnavailable = errors?.some(
    ({ originalError }) => originalError && toAppError(originalError).code === 'UNAVAILABLE',
  );
  if (!isUnavailable) return undefined;
  const body = { errors: errors?.map((error) => present(error, onUnexpected)), data: null };
  const headers = { ...JSON_HEADERS, 'retry-after': String(RETRY_AFTER_SECONDS) };
  return [JSON.stringify(body), { status: 503, statusText: 'Service Unavailable', headers }];
}

/** Adds a code to every error. Unexpected errors are logged and reported, and their message is removed. */
function present(
  error: Readonly<GraphQLError | Error>,
  onUnexpected: (error: unknown) => void,
): GraphQLError | Error {
  // The handler's own message about a malformed request.
  if (!(error instanceof GraphQLError)) return coded(error.message, 'BAD_REQUEST');
  const original = error.originalError;
  if (original === undefined || original === null) {
    // The compiled query's own errors (of variables) have no extensions.
    return error.extensions?.['code'] === undefined
      ? coded(withoutSuggestions(error.message), 'BAD_REQUEST')
      : error;
  }
  if (original instanceof GraphQLError) return error;
  const known = toAppError(original);
  if (isUnexpected(original)) onUnexpected(original);
  const { message, ...extensions } = known.toJSON();
  return new GraphQLError(message, { nodes: error.nodes, path: error.path, extensions: { ...extensions } });
}

/**
 * Registers `POST /graphql` (API-003): the reference handler with a cache of parsed, validated and compiled documents.
 * GET is rejected: queries in addresses would end up in logs and histories.
 * @param allowed the operations of our own clients; null allows any document (development and tests)
 */
export function registerGraphQL(
  server: FastifyInstance,
  options: {
    documents: DocumentCache;
    services: Services;
    authentication: Authentication;
    allowed: ReadonlySet<string> | null;
    /** Reports unexpected failures. */
    report: (error: unknown) => void;
  },
) {
  const { documents, services, authentication, allowed, report } = options;
  const onUnexpected = (error: unknown) => {
    server.log.error({ err: error }, 'unexpected failure');
    report(error);
  };
  const actors = new WeakMap<object, Actor>();

  /** Returns why a query is refused before it is executed, or null. */
  function refusalOf(actor: Actor | undefined, query: string): GraphQLError | null {
    if (actor === undefined) return coded('Sign in to continue.', 'UNAUTHENTICATED');
    if (query.length > QUERY_LIMITS.length) return coded('The query is too long.', 'BAD_REQUEST');
    if (hasPermission(actor, 'graphql.introspect')) return null;
    if (allowed !== null && !allowed.has(query)) {
      return coded("Only GoPath's own operations are allowed.", 'BAD_REQUEST');
    }
    return documents.introspects(query) ? coded('Introspection is disabled.', 'BAD_REQUEST') : null;
  }

  const handler = createHandler<GraphQLContext & Record<PropertyKey, unknown>>({
    schema: documents.schema,
    parse: (source) => documents.parse(typeof source === 'string' ? source : source.body),
    validate: (_schema, document) => documents.validate(document),
    execute: (args) => documents.execute(args),
    onOperation: (request, _args, result) =>
      plainResponse(request.raw.headers.accept, result) ?? unavailableResponse(result, onUnexpected),
    onSubscribe: (request, { query }) => {
      const refusal = refusalOf(actors.get(request.raw), query);
      return refusal === null ? undefined : [refusal];
    },
    context: (request) => ({
      actor: actors.get(request.raw) as Actor,
      services,
      origin: { ip: request.raw.ip, userAgent: request.raw.headers['user-agent'] ?? '' },
    }),
    formatError: (error) => present(error, onUnexpected),
  });

  server.route({
    method: 'POST',
    url: '/graphql',
    bodyLimit: 512 * 1024,
    preHandler: async (request, reply) => {
      try {
        actors.set(request, await authentication.requireActor(request));
      } catch (error) {
        const known = toAppError(error);
        if (known.code === 'INTERNAL') throw error;
        if (isUnexpected(error)) onUnexpected(error);
        if (known.code === 'UNAVAILABLE') reply.header('retry-after', String(RETRY_AFTER_SECONDS));
        return reply
          .status(ERROR_CODES[known.code])
          .send({ errors: [{ message: known.message, extensions: { code: known.code } }] });
      }
      return undefined;
    },
    handler: async (request, reply) => {
      await handler.call(server, request, reply);
      // Returns the reply: a response that is compressed as a stream is not complete yet.
      return reply;
    },
  });

  server.get('/graphql', (_request, reply) => {
    reply.header('allow', 'POST');
    throw new AppError('METHOD_NOT_ALLOWED', 'Send GraphQL requests with POST.');
  });
}
