import { toGlobalId } from '#shared/kernel/ids.ts';
import { builder } from '../../graphql/builder.ts';
import { KEY } from '../../graphql/descriptions.ts';
import { User } from '../users/users.graphql.ts';
import type { ReviewRequestRow } from './review-requests.repository.ts';

const TYPE = 'RequestForStudentProfileRatingReview';

export const ReviewRequest = builder.objectRef<ReviewRequestRow>(TYPE);
ReviewRequest.implement({
  description: 'A student’s open request for a review of the profile rating.',
  fields: (t) => ({
    id: t.id({ resolve: ({ pk }) => toGlobalId(TYPE, pk) }),
    pk: t.exposeInt('pk'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    student: t.expose('student', { type: User }),
  }),
});

builder.queryFields((t) => ({
  requestForStudentProfileRatingReviewEnabled: t.boolean({
    description: 'Whether the viewer can request a review of their own rating now.',
    resolve: (_root, _args, { actor, services }) => services.reviewRequests.isEnabled(actor),
  }),
  openReviewRequests: t.field({
    type: [ReviewRequest],
    description: 'Open requests, oldest first: of a mentor’s students, or the student’s own.',
    resolve: (_root, _args, { actor, services }) => services.reviewRequests.open(actor),
  }),
}));

builder.relayMutationField(
  'createRequestForStudentProfileRatingReview',
  {
    description: 'Requests a review of the viewer’s own profile rating.',
    inputFields: (t) => ({
      idempotencyKey: t.string(KEY),
    }),
  },
  {
    resolve: async (_root, { input }, { actor, services }) => ({
      pk: await services.reviewRequests.create(actor, input.idempotencyKey),
    }),
  },
  { outputFields: (t) => ({ id: t.id({ resolve: ({ pk }) => toGlobalId(TYPE, pk) }) }) },
);
