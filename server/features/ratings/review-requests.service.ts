import type { Actor } from '#shared/kernel/actor.ts';
import { isCapable } from '#shared/kernel/capabilities.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { canRequestReview } from '#shared/ratings/policy.ts';
import { REQUEST_MESSAGES } from '#shared/ratings/requests.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createOnce } from '../../lib/create-once.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { MembershipsService } from '../memberships/memberships.service.ts';
import { REVIEW_REQUESTED, reviewRequested } from './ratings.alerts.ts';
import { type ReviewRequestRow, ReviewRequestsRepository } from './review-requests.repository.ts';

/** The maximum number of open requests in a response. */
const MAX_REQUESTS = 100;

export type ReviewRequestsService = ReturnType<typeof createReviewRequestsService>;

/**
 * Creates the service of students' requests for a review of their rating: one open request at a time, within
 * the quota (SPR-017).
 */
export function createReviewRequestsService(
  { database, clock }: ServiceDependencies,
  { alerts, memberships }: { alerts: AlertsService; memberships: MembershipsService },
) {
  const repository = new ReviewRequestsRepository(database);
  alerts.registerAlertSource(reviewRequested(repository));

  return {
    /** Returns whether the actor can request a review now (SPR-034). */
    async isEnabled(actor: Actor): Promise<boolean> {
      if (!canRequestReview(actor)) return false;
      const open = await repository.openOf([actor.pk], 1);
      return open.length === 0 && (await memberships.remaining(actor.pk, 'reviews')) !== 0;
    },

    /** Returns open requests, oldest first: a mentor's students', and a student's own. */
    async open(actor: Actor): Promise<ReviewRequestRow[]> {
      const studentPks = canRequestReview(actor)
        ? [actor.pk]
        : isCapable(actor, 'review_ratings')
          ? actor.studentPks
          : [];
      return studentPks.length === 0 ? [] : repository.openOf(studentPks, MAX_REQUESTS);
    },

    /**
     * Requests a review of the actor's own rating (SPR-037). @returns the request's pk
     * @throws AppError CONFLICT with an open request or without a review left
     */
    async create(actor: Actor, idempotencyKey: string | null | undefined): Promise<number> {
      if (!canRequestReview(actor)) throw new AppError('FORBIDDEN', REQUEST_MESSAGES.notStudent);
      const request = {
        action: 'createRequestForStudentProfileRatingReview',
        key: idempotencyKey,
        input: {},
      };
      return createOnce(database, actor, request, async () => {
        const pk = await repository.open(actor.pk, clock.now());
        if (pk === undefined) throw new AppError('CONFLICT', REQUEST_MESSAGES.open);
        // Checked after the insert, which waits for a concurrent review that closes the previous request.
        if ((await memberships.remaining(actor.pk, 'reviews')) === 0) {
          throw new AppError('CONFLICT', REQUEST_MESSAGES.noneLeft);
        }
        await alerts.announce(REVIEW_REQUESTED, { requestPk: pk });
        return pk;
      });
    },

    /**
     * Closes the student's open request with a review, and uses one review of the quota. Call it in the
     * review's transaction.
     */
    async close(studentPk: number, reviewPk: number): Promise<void> {
      if (await repository.close(studentPk, reviewPk, clock.now())) {
        await memberships.use(studentPk, 'reviews', `review:${reviewPk}`);
      }
    },
  };
}
