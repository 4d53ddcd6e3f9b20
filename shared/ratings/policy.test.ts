import { expect, it } from 'vitest';
import { MENTORS, RELATED, STUDENT_PK, whoCan, whoGets } from '#tests/factories/actors.ts';
import {
  canAddRating,
  canRequestReview,
  canReviewRating,
  canViewRating,
  ratingPermissions,
} from './policy.ts';

const VIEW = 'users.view_studentprofilerating';
const REVIEW = 'users.add_studentprofileratingreview';

it('related people and staff with the permission view a rating', () => {
  expect(whoCan((actor) => canViewRating(actor, STUDENT_PK))).toEqual([...RELATED, VIEW]);
});

it("only the student's mentors create and review it", () => {
  expect(whoCan((actor) => canAddRating(actor, STUDENT_PK))).toEqual(MENTORS);
  expect(whoCan((actor) => canReviewRating(actor, STUDENT_PK))).toEqual(MENTORS);
});

it('only students request a review', () => {
  expect(whoCan(canRequestReview)).toEqual(['student', 'other student']);
});

it('everyone gets the permissions of these rules', () => {
  expect(whoGets((actor) => ratingPermissions(actor, STUDENT_PK))).toEqual({
    student: [VIEW],
    parent: [VIEW],
    mentor: [VIEW, REVIEW],
    'co-mentor': [VIEW, REVIEW],
    [VIEW]: [VIEW],
  });
});
