import type { ServiceDependencies } from '../../dependencies.ts';
import { type ReviewGrant, ReviewQuotaRepository } from './review-quota.repository.ts';

/** How many reviews a student can request. Memberships grant reviews; until then everyone has the free plan. */
export type ReviewQuota = ReturnType<typeof createReviewQuota>;

/** The reviews of the free plan in each half-year. */
const FREE_REVIEWS = 1;

/** Returns the free plan's grant for the half-year of a moment, in UTC. */
function freeGrant(now: Date): ReviewGrant {
  const year = now.getUTCFullYear();
  const half = now.getUTCMonth() < 6 ? 1 : 2;
  return {
    source: `free:${year}-H${half}`,
    reviews: FREE_REVIEWS,
    validUntil: new Date(Date.UTC(year, half * 6, 1)),
  };
}

/** Creates the quota of reviews, which is kept as grants with the number used of each. */
export function createReviewQuota({ database, clock }: Pick<ServiceDependencies, 'database' | 'clock'>) {
  const repository = new ReviewQuotaRepository(database);

  return {
    /** Grants reviews. @returns whether the source is new */
    grantReviews: (studentPk: number, grant: ReviewGrant) => repository.grant(studentPk, grant),

    /** The reviews that a student has left. */
    async remaining(studentPk: number): Promise<number> {
      const now = clock.now();
      const free = freeGrant(now);
      const { left, hasSource } = await repository.left(studentPk, free.source, now);
      // The free grant is stored when it is used.
      return left + (hasSource ? 0 : free.reviews);
    },

    /** Uses one review, of the grant that ends first. @returns whether there was one */
    async useReview(studentPk: number): Promise<boolean> {
      const now = clock.now();
      await repository.grant(studentPk, freeGrant(now));
      return repository.use(studentPk, now);
    },
  };
}
