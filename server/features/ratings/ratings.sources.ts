/** The ratings and review requests of the dashboard: its statement contains this SQL. */
export { type RatingPoints, selectRatingPoints } from './ratings.repository.ts';
export { type ReviewRequestRow, selectOpenRequests } from './review-requests.repository.ts';
