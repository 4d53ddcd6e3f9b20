import type { GraphQLResolveInfo } from 'graphql';
import { toGlobalId } from '#shared/kernel/ids.ts';
import {
  MAX_CATEGORY_TOTAL,
  MAX_LEVEL,
  MAX_POINTS,
  MAX_TARGET_POINTS,
  RATING_CATEGORY_CODES,
  type RatingCategory,
} from '#shared/ratings/schema.ts';
import { builder } from '../../graphql/builder.ts';
import { KEY } from '../../graphql/descriptions.ts';
import { connectionTypes } from '../../graphql/connection.ts';
import { selects } from '../../graphql/selection.ts';
import { User } from '../users/users.graphql.ts';
import type { CategoryParts } from './ratings.repository.ts';
import type { RatedCategory, Rating as RatingShape, Review as ReviewShape } from './ratings.service.ts';

const LEVEL = { description: `0 to ${MAX_LEVEL}.` };

const Category = builder.objectRef<RatedCategory>('StudentProfileRatingCategory');
Category.implement({
  fields: (t) => ({
    depth: t.exposeInt('depth', LEVEL),
    breadth: t.exposeInt('breadth', LEVEL),
    comments: t.exposeString('comments'),
    total: t.exposeInt('total', { description: `10 x (depth + breadth), so 0 to ${MAX_CATEGORY_TOTAL}.` }),
    rated: t.exposeBoolean('rated', { description: 'False until a review rates the category.' }),
  }),
});

/** Returns an object with an entry for each category, which become fields. */
function eachCategory<Name extends string, Value>(
  nameOf: (code: RatingCategory) => Name,
  valueOf: (code: RatingCategory) => Value,
): Record<Name, Value> {
  return Object.fromEntries(RATING_CATEGORY_CODES.map((code) => [nameOf(code), valueOf(code)])) as Record<
    Name,
    Value
  >;
}

/** Returns how much of the categories a query selects; none if it selects only the score. */
function selectedParts(info: GraphQLResolveInfo): CategoryParts {
  if (!RATING_CATEGORY_CODES.some((code) => selects(info, code))) return 'none';
  return selects(info, 'comments') ? 'all' : 'levels';
}

const Rating = builder.objectRef<RatingShape>('StudentProfileRating');
Rating.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('StudentProfileRating', pk) }),
    pk: t.exposeInt('pk'),
    userPk: t.exposeInt('userPk'),
    userFullName: t.exposeString('userFullName'),
    points: t.exposeInt('points', { description: `The sum of the categories, 0 to ${MAX_POINTS}.` }),
    targetPoints: t.exposeInt('targetPoints', { description: `0 to ${MAX_TARGET_POINTS}.` }),
    targetPointsComments: t.exposeString('targetPointsComments'),
    formulaVersion: t.exposeInt('formulaVersion'),
    version: t.exposeInt('version', { description: 'The number of reviews; a review names the one it saw.' }),
    permissions: t.exposeStringList('permissions', {
      description: '`users.view_studentprofilerating`, `users.add_studentprofileratingreview`',
    }),
    ...eachCategory(
      (code) => code,
      (code) => t.field({ type: Category, resolve: ({ categories }) => categories[code] }),
    ),
  }),
});

const Review = builder.objectRef<ReviewShape>('StudentProfileRatingReview');
Review.implement({
  description: 'A submitted review with the whole rating that it resulted in.',
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('StudentProfileRatingReview', pk) }),
    pk: t.exposeInt('pk'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    reviewer: t.expose('reviewer', {
      type: User,
      nullable: true,
      description: 'Null when the account of the reviewer was deleted.',
    }),
    formulaVersion: t.exposeInt('formulaVersion'),
    points: t.exposeInt('points'),
    targetPoints: t.exposeInt('targetPoints'),
    targetPointsComments: t.exposeString('targetPointsComments'),
    ...eachCategory(
      (code) => code,
      (code) => t.field({ type: Category, resolve: ({ categories }) => categories[code] }),
    ),
  }),
});

const { Connection } = connectionTypes('StudentProfileRatingReview', Review);

builder.queryFields((t) => ({
  spr: t.field({
    type: Rating,
    nullable: true,
    description: 'The profile rating of a student; null when none was generated yet.',
    args: { studentPk: t.arg.int({ required: true }) },
    resolve: (_root, { studentPk }, { actor, services }, info) =>
      services.ratings.of(actor, studentPk, selectedParts(info) !== 'none'),
  }),
  multipleSprs: t.field({
    type: [Rating],
    description: 'The profile ratings of at most 200 students; those without one are left out.',
    args: { studentPks: t.arg.intList({ required: true }) },
    resolve: (_root, { studentPks }, { actor, services }, info) =>
      services.ratings.ofMany(actor, studentPks, selectedParts(info)),
  }),
  sprReviews: t.field({
    type: Connection,
    description: 'The reviews of a student’s profile rating, newest first.',
    args: { studentPk: t.arg.int({ required: true }), first: t.arg.int(), after: t.arg.string() },
    resolve: (_root, { studentPk, ...page }, { actor, services }, info) =>
      services.ratings.reviews(actor, studentPk, { ...page, withCount: selects(info, 'totalCount') }),
  }),
}));

builder.relayMutationField(
  'createSpr',
  { inputFields: (t) => ({ studentPk: t.int({ required: true }) }) },
  {
    resolve: (_root, { input }, { actor, services }) => services.ratings.create(actor, input.studentPk),
  },
  {
    outputFields: (t) => ({
      studentProfileRating: t.field({ type: Rating, resolve: (rating) => rating }),
    }),
  },
);

builder.relayMutationField(
  'createSprReview',
  {
    description: 'Submits a review. Categories that are left out keep their last value.',
    inputFields: (t) => ({
      studentProfileRating: t.id({ required: true }),
      studentPk: t.int({ required: true }),
      targetPoints: t.int(),
      targetPointsComments: t.string(),
      ...eachCategory(
        (code) => code,
        () => t.intList({ description: `Depth and breadth, 0 to ${MAX_LEVEL} each.` }),
      ),
      ...eachCategory(
        (code) => `${code}Comments` as const,
        () => t.string(),
      ),
      version: t.int({ description: 'The version that the review is based on; a newer one is a conflict.' }),
      idempotencyKey: t.string(KEY),
    }),
  },
  { resolve: (_root, { input }, { actor, services }) => services.ratings.review(actor, input) },
  {
    outputFields: (t) => ({
      studentProfileRating: t.field({ type: Rating, resolve: (rating) => rating }),
    }),
  },
);
