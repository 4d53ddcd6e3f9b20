import { toGlobalId } from '#shared/kernel/ids.ts';
import { builder } from '../../graphql/builder.ts';
import type { RatedCategory, Rating as RatingShape } from './ratings.service.ts';

const Category = builder.objectRef<RatedCategory>('StudentProfileRatingCategory');
Category.implement({
  fields: (t) => ({
    depth: t.exposeInt('depth', { description: '0 to 3.' }),
    breadth: t.exposeInt('breadth', { description: '0 to 3.' }),
    comments: t.exposeString('comments'),
    total: t.exposeInt('total', { description: '10 x (depth + breadth), so 0 to 60.' }),
  }),
});

const Rating = builder.objectRef<RatingShape>('StudentProfileRating');
Rating.implement({
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId('StudentProfileRating', pk) }),
    pk: t.exposeInt('pk'),
    userPk: t.exposeInt('userPk'),
    userFullName: t.exposeString('userFullName'),
    points: t.exposeInt('points', { description: 'The sum of the categories, 0 to 420.' }),
    targetPoints: t.exposeInt('targetPoints', { description: '0 to 425.' }),
    academicPerformancePotential: t.field({
      type: Category,
      resolve: ({ categories }) => categories.academicPerformancePotential,
    }),
    loveOfLearning: t.field({ type: Category, resolve: ({ categories }) => categories.loveOfLearning }),
    leadership: t.field({ type: Category, resolve: ({ categories }) => categories.leadership }),
    demonstratedConcernForOthers: t.field({
      type: Category,
      resolve: ({ categories }) => categories.demonstratedConcernForOthers,
    }),
    originalityCreativity: t.field({
      type: Category,
      resolve: ({ categories }) => categories.originalityCreativity,
    }),
    persistence: t.field({ type: Category, resolve: ({ categories }) => categories.persistence }),
    crossCulturalEngagement: t.field({
      type: Category,
      resolve: ({ categories }) => categories.crossCulturalEngagement,
    }),
  }),
});

builder.queryField('spr', (t) =>
  t.field({
    type: Rating,
    nullable: true,
    description: 'The profile rating of a student; null when none was generated yet.',
    args: { studentPk: t.arg.int({ required: true }) },
    resolve: (_root, { studentPk }, { actor, services }) => services.ratings.of(actor, studentPk),
  }),
);

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
