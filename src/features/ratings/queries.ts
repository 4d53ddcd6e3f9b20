import { queryOptions } from '@tanstack/react-query';
import { type RatingDetailFragment, SprDocument } from '#src/transport/generated/ratings/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A student profile rating with its seven categories. */
export type Rating = RatingDetailFragment;

export const ratingQueries = {
  /** The rating of a student; null when none was generated yet (SPR-032). */
  of: (studentPk: number) =>
    queryOptions({
      queryKey: ['ratings', studentPk],
      queryFn: async ({ signal }) => (await request(SprDocument, { studentPk }, signal)).spr,
    }),
};
