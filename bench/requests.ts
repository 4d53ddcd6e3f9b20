import type { Contestant } from './contestants.ts';
import type { BenchRequest } from './load.ts';

/** A request to the baseline, which prepares the statement under its name. */
export function statementRequest(
  { address }: Contestant,
  name: string,
  text: string,
  values: readonly unknown[],
): BenchRequest {
  return { url: address, method: 'POST', body: JSON.stringify({ name, text, values }) };
}

/**
 * A GraphQL request. @param person the index of the person whose token it sends; contestants without tokens
 * send none
 */
export function graphqlRequest(
  { address, tokens }: Contestant,
  query: string,
  variables: object = {},
  person = 0,
): BenchRequest {
  const token = tokens[person];
  return {
    url: `${address}/graphql`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  };
}
