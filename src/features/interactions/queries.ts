import { infiniteQueryOptions } from '@tanstack/react-query';
import { INTERACTIONS_PAGE_SIZE } from '#shared/interactions/constants.ts';
import {
  AllInteractionsDocument,
  type InteractionEntryFragment,
} from '#src/transport/generated/interactions/graphql.ts';
import { request } from '#src/transport/transport.ts';

type EntryOf<Fragment, Name> = Fragment extends { __typename: Name } ? Fragment : never;

/** An entry of the timeline: a change of a task, an attended meeting, or a sent meeting note. */
export type Interaction = InteractionEntryFragment;
/** A change of a task. */
export type TaskInteraction = EntryOf<Interaction, 'TaskActivityInteraction'>;

/** Whose interactions to show; global ids, null for everyone. */
export interface InteractionFilter {
  student: string | null;
  mentor: string | null;
}

/** The keys of everything about interactions. */
const interactionKeys = {
  all: ['interactions'] as const,
  list: (filter: InteractionFilter) => [...interactionKeys.all, 'list', filter] as const,
};

/** The queries of interactions. */
export const interactionQueries = {
  /** The timeline, newest first, ten entries at a time. */
  list: (filter: InteractionFilter) =>
    infiniteQueryOptions({
      queryKey: interactionKeys.list(filter),
      queryFn: async ({ pageParam: after, signal }) =>
        (await request(AllInteractionsDocument, { ...filter, first: INTERACTIONS_PAGE_SIZE, after }, signal))
          .allInteractions,
      initialPageParam: null as string | null,
      getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    }),
};
