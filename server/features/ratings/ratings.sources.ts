/** The review requests of the dashboard: its statement contains this SQL. */
export { type ReviewRequestRow, selectOpenRequests } from './review-requests.repository.ts';
