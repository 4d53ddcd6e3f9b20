import { paths } from '#shared/kernel/paths.ts';
import type { EventSource } from '../alerts/alerts.sources.ts';
import type { RatingsRepository } from './ratings.repository.ts';
import type { ReviewRequestsRepository } from './review-requests.repository.ts';

export const RATING_REVIEWED = 'profile_rating_reviewed';
export const REVIEW_REQUESTED = 'profile_rating_review_requested';

/** Notifies the student and the parents of a review. */
export function ratingReviewed(repository: RatingsRepository): EventSource<{ reviewPk: number }> {
  return {
    kind: RATING_REVIEWED,
    reason: 'You get this because a mentor reviewed this profile rating.',
    async alertsOf({ reviewPk }) {
      const rows = await repository.familyToNotify(reviewPk);
      return rows.map(({ userPk, studentPk, student, reviewer, points }) => ({
        userPk,
        key: `${RATING_REVIEWED}:${reviewPk}`,
        title:
          userPk === studentPk
            ? 'Your profile rating was reviewed'
            : `${student}'s profile rating was reviewed`,
        body: `${reviewer ?? 'A mentor'} reviewed it: ${points} points.`,
        path: paths.studentProfileRating(studentPk),
        studentPk,
      }));
    },
  };
}

/** Notifies the mentors of a student who requested a review. */
export function reviewRequested(repository: ReviewRequestsRepository): EventSource<{ requestPk: number }> {
  return {
    kind: REVIEW_REQUESTED,
    reason: 'You get this because you mentor this student.',
    async alertsOf({ requestPk }) {
      const rows = await repository.mentorsToNotify(requestPk);
      return rows.map(({ userPk, studentPk, student }) => ({
        userPk,
        key: `${REVIEW_REQUESTED}:${requestPk}`,
        title: `${student} requested a review`,
        body: 'Review their profile rating.',
        path: paths.newRatingReview(studentPk),
        studentPk,
      }));
    },
  };
}
