import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { Actor } from '#shared/kernel/actor.ts';
import { isCalendarDate } from '#shared/kernel/dates.ts';
import { invalid } from '#shared/kernel/errors.ts';
import type { RequestOrigin } from '../lib/request-origin.ts';
import type { Services } from '../services.ts';

/** The context of every resolver. There is always an actor: GraphQL is never anonymous. */
export interface GraphQLContext {
  actor: Actor;
  services: Services;
  origin: RequestOrigin;
}

/**
 * The schema's builder. A feature adds its types, queries and mutations in `<feature>.graphql.ts`. Resolvers only parse
 * and delegate.
 */
export const builder = new SchemaBuilder<{
  Context: GraphQLContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    /** Resolvers can return a string that is already ISO 8601 in UTC. */
    DateTime: { Input: Date; Output: Date | string };
    Date: { Input: string; Output: string };
  };
}>({
  plugins: [RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    clientMutationId: 'optional',
    cursorType: 'String',
    // Global ids are created and parsed by #shared/kernel/ids.ts, with one lookup per type and no generic node(id)
    // field.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
  },
});

/** Creates the fields of an input: the parameter of functions that return fields which several inputs share. */
export type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

builder.queryType({});
builder.mutationType({});

builder.scalarType('DateTime', {
  description: 'A date and time in ISO 8601, UTC.',
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
