import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { Actor } from '#shared/kernel/actor.ts';
import { isCalendarDate } from '#shared/kernel/dates.ts';
import { invalid } from '#shared/kernel/errors.ts';
import type { RequestOrigin } from '../lib/request-origin.ts';
import type { Services } from '../services.ts';

/** What every resolver gets. There is no anonymous GraphQL: an actor is always there. */
export interface GraphQLContext {
  actor: Actor;
  services: Services;
  origin: RequestOrigin;
}

/**
 * The schema's builder. A feature adds its types, queries and mutations in `<feature>.graphql.ts`; resolvers parse
 * and delegate, nothing else.
 */
export const builder = new SchemaBuilder<{
  Context: GraphQLContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    /** Resolvers may answer a text that is in ISO 8601, UTC, already. */
    DateTime: { Input: Date; Output: Date | string };
    Date: { Input: string; Output: string };
  };
}>({
  plugins: [RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    clientMutationId: 'optional',
    cursorType: 'String',
    // Ids are made and read by #shared/kernel/ids.ts, one lookup a type: no generic node(id) door.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
  },
});

builder.queryType({});
builder.mutationType({});

builder.scalarType('DateTime', {
  description: 'A moment in ISO 8601, UTC.',
  serialize: (value) => (typeof value === 'string' ? value : value.toISOString()),
  parseValue: (value) => {
    const date = typeof value === 'string' && value.length <= 40 ? new Date(value) : null;
    if (date === null || Number.isNaN(date.getTime())) throw invalid('date', 'Invalid date');
    return date;
  },
});

builder.scalarType('Date', {
  description: 'A calendar date, yyyy-MM-dd.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string' || !isCalendarDate(value)) throw invalid('date', 'Invalid date');
    return value;
  },
});
