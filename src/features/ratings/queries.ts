import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  OpenReviewRequestsDocument,
  type RatingDetailFragment,
  type RatingReviewFragment,
  ReviewRequestStateDocument,
  SprDocument,
  type SprReviewFormQuery,
  SprReviewFormDocument,
  SprReviewsDocument,
  SprScoreDocument,
} from '#src/transport/generated/ratings/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** A student profile rating with its seven categories. */
export type Rating = RatingDetailFragment;

/** A submitted review with the rating that it resulted in. */
export type RatingReview = RatingReviewFragment;

/** What the review form starts from. */
export type RatingToReview = NonNullable<SprReviewFormQuery['spr']>;

const REVIEWS_PER_PAGE = 20;

/** The rating of a student in the shapes that screens need (SPR-032); null when none was generated yet. */
export const ratingQueries = {
  of: (studentPk: number) =>
    queryOptions({
      queryKey: ['ratings', studentPk],
      queryFn: async ({ signal }) => (await request(SprDocument, { studentPk }, signal)).spr,
    }),
  score: (studentPk: number) =>
    queryOptions({
      queryKey: ['ratings', studentPk, 'score'],
      queryFn: async ({ signal }) => (await request(SprScoreDocument, { studentPk }, signal)).spr,
    }),
  reviewForm: (studentPk: number) =>
    queryOptions({
      queryKey: ['ratings', studentPk, 'review form'],
      queryFn: async ({ signal }) => (await request(SprReviewFormDocument, { studentPk }, signal)).spr,
    }),
  /** Open requests of a mentor's students, oldest first. */
  openRequests: () =>
    queryOptions({
      queryKey: ['ratings', 'open requests'],
      queryFn: async ({ signal }) =>
        (await request(OpenReviewRequestsDocument, {}, signal)).openReviewRequests,
    }),
  /** Whether the signed-in student can request a review, and the open request. */
  requestState: () =>
    queryOptions({
      queryKey: ['ratings', 'request state'],
      queryFn: async ({ signal }) => {
        const state = await request(ReviewRequestStateDocument, {}, signal);
        return {
          isEnabled: state.requestForStudentProfileRatingReviewEnabled,
          requestedAt: state.openReviewRequests[0]?.createdAt ?? null,
        };
      },
    }),
  /** The reviews of a student's rating, newest first. */
  reviews: (studentPk: number) =>
    infiniteQueryOptions({
      queryKey: ['ratings', studentPk, 'reviews'],
      queryFn: async ({ pageParam, signal }) =>
        (await request(SprReviewsDocument, { studentPk, first: REVIEWS_PER_PAGE, after: pageParam }, signal))
          .sprReviews,
      initialPageParam: null as string | null,
      getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : undefined),
    }),
};
