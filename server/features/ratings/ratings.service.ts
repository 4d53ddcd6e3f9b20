import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import {
  canAddRating,
  canReviewRating,
  canViewRating,
  type RatingPermission,
  ratingPermissions,
} from '#shared/ratings/policy.ts';
import { REVIEW_MESSAGES, reviewInput } from '#shared/ratings/review.ts';
import {
  categoryTotal,
  DEFAULT_TARGET_POINTS,
  FORMULA_VERSION,
  RATING_CATEGORY_CODES,
  type RatingCategory,
  ratingPoints,
} from '#shared/ratings/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createOnce } from '../../lib/create-once.ts';
import { cursor, cursorPk } from '../../lib/cursors.ts';
import { type Page, pageSize, toPage } from '../../lib/pages.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { recordStudentReads } from '../../lib/security-log.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import { RATING_REVIEWED, ratingReviewed } from './ratings.alerts.ts';
import {
  type CategoryParts,
  type CategoryRow,
  type RatingRow,
  RatingsRepository,
  type ReviewRow,
} from './ratings.repository.ts';
import type { ReviewRequestsService } from './review-requests.service.ts';

/** One category of a rating (SPR-015). */
export interface RatedCategory {
  depth: number;
  breadth: number;
  comments: string;
  total: number;
  rated: boolean;
}

/** The rated categories, by their codes. */
export type RatedCategories = Readonly<Record<RatingCategory, RatedCategory>>;

/** A student profile rating (SPR-013, SPR-014). */
export interface Rating extends Omit<RatingRow, 'categories'> {
  categories: RatedCategories;
  permissions: RatingPermission[];
}

/** A submitted review with the rating that it resulted in. */
export interface Review extends Omit<ReviewRow, 'categories'> {
  categories: RatedCategories;
}

/** The maximum number of students of a `multipleSprs` query. */
const MAX_STUDENTS = 200;
const studentList = z.array(z.int()).max(MAX_STUDENTS, `Request at most ${MAX_STUDENTS} students`);

const MAX_REVIEWS = 50;
const reviewCursor = cursor('rating reviews', z.tuple([cursorPk]));

const UNRATED: RatedCategory = { depth: 0, breadth: 0, comments: '', total: 0, rated: false };

function presentCategories(rows: readonly CategoryRow[]): RatedCategories {
  const categories = {} as Record<RatingCategory, RatedCategory>;
  for (const code of RATING_CATEGORY_CODES) categories[code] = UNRATED;
  for (const { category, depth, breadth, comments } of rows) {
    categories[category] = {
      depth,
      breadth,
      comments,
      total: categoryTotal({ depth, breadth }),
      rated: true,
    };
  }
  return categories;
}

/**
 * Returns the categories after a review: its levels, and the previous levels of categories that it omits (SPR-027).
 * @throws AppError INVALID_INPUT for a comment on a category without levels
 */
function reviewedCategories(before: readonly CategoryRow[], review: z.output<typeof reviewInput>) {
  return RATING_CATEGORY_CODES.flatMap((category): CategoryRow[] => {
    const last = before.find((row) => row.category === category);
    const levels = review[category] ?? last;
    const comments = review[`${category}Comments`] ?? last?.comments ?? '';
    if (levels === undefined) {
      if (comments !== '') throw invalid(`${category}Comments`, REVIEW_MESSAGES.unratedComment);
      return [];
    }
    const { depth, breadth } = levels;
    return [{ category, depth, breadth, comments }];
  });
}

/** Creates the service of student profile ratings and their reviews. */
export function createRatingsService(
  { database, clock }: ServiceDependencies,
  { alerts, reviewRequests }: { alerts: AlertsService; reviewRequests: ReviewRequestsService },
) {
  const repository = new RatingsRepository(database);
  alerts.registerAlertSource(ratingReviewed(repository));

  const present = (actor: Actor, { categories, ...row }: RatingRow): Rating => ({
    ...row,
    categories: presentCategories(categories),
    permissions: ratingPermissions(actor, row.userPk),
  });

  /** @throws AppError FORBIDDEN for people who can see the rating, else NOT_FOUND */
  function refuse(actor: Actor, studentPk: number, message: string): never {
    throw canViewRating(actor, studentPk) ? new AppError('FORBIDDEN', message) : notFound();
  }

  return {
    /**
     * Returns the rating of a student (SPR-032); null when none was generated yet.
     * @param withCategories false when only the score is wanted
     */
    async of(actor: Actor, studentPk: number, withCategories = true): Promise<Rating | null> {
      if (!canViewRating(actor, studentPk)) throw notFound();
      const row = await repository.ofStudent(studentPk, withCategories);
      if (row !== undefined) {
        await recordStudentReads(database, actor, 'rating', [studentPk], clock.now());
        return present(actor, row);
      }
      if (await repository.isStudent(studentPk)) return null;
      throw notFound();
    },

    /**
     * Returns the ratings of several students (SPR-033), without those that are missing or not visible to the
     * actor.
     */
    async ofMany(actor: Actor, studentPks: readonly number[], parts: CategoryParts): Promise<Rating[]> {
      const wanted = new Set(parseInput(studentList, studentPks));
      const visible = [...wanted].filter((pk) => canViewRating(actor, pk));
      if (visible.length === 0) return [];
      const rows = await repository.ofStudents(visible, parts);
      const found = new Map(rows.map((row) => [row.userPk, row]));
      await recordStudentReads(database, actor, 'rating', [...found.keys()], clock.now());
      return visible.flatMap((pk) => {
        const row = found.get(pk);
        return row === undefined ? [] : [present(actor, row)];
      });
    },

    /** Returns the reviews of a student's rating, newest first. */
    async reviews(
      actor: Actor,
      studentPk: number,
      { first, after, withCount }: { first?: number | null; after?: string | null; withCount: boolean },
    ): Promise<Page<Review>> {
      if (!canViewRating(actor, studentPk)) throw notFound();
      const size = pageSize(first, MAX_REVIEWS);
      const [beforePk = null] = reviewCursor.decode(after) ?? [];
      const rows = await repository.reviews(studentPk, beforePk, size + 1);
      if (rows.length === 0 && !(await repository.isStudent(studentPk))) throw notFound();
      await recordStudentReads(database, actor, 'rating', [studentPk], clock.now());
      const page = toPage(rows, {
        size,
        hasPreviousPage: beforePk !== null,
        cursorOf: ({ pk }) => reviewCursor.encode([pk]),
        nodeOf: (row): Review => ({ ...row, categories: presentCategories(row.categories) }),
      });
      return withCount ? { ...page, totalCount: await repository.countReviews(studentPk) } : page;
    },

    /** Creates an empty rating with 0 points; reviews fill it (SPR-035). */
    create(actor: Actor, studentPk: number): Promise<Rating> {
      if (!canAddRating(actor, studentPk)) {
        refuse(actor, studentPk, 'You may not create a profile rating for this student.');
      }
      return database.transaction(async () => {
        if (!(await repository.isStudent(studentPk))) throw notFound();
        if (!(await repository.create(studentPk, DEFAULT_TARGET_POINTS, FORMULA_VERSION))) {
          throw invalid('studentPk', 'This student has a profile rating already.');
        }
        return present(actor, (await repository.ofStudent(studentPk)) as RatingRow);
      });
    },

    /**
     * Submits a review of a rating (SPR-036). It cannot be changed afterwards (SPR-021).
     * @throws AppError CONFLICT when `version` is given and someone else reviewed the rating since
     */
    async review(actor: Actor, input: { idempotencyKey?: string | null | undefined }): Promise<Rating> {
      const review = parseInput(reviewInput, input);
      const { studentPk, version } = review;
      if (!canReviewRating(actor, studentPk)) {
        refuse(actor, studentPk, 'You may not review the profile rating of this student.');
      }
      const ratingPk = requirePk('StudentProfileRating', review.studentProfileRating);
      // The version is not compared: when the same review is sent again, its first copy may be the newest version.
      const request = {
        action: 'createSprReview',
        key: input.idempotencyKey,
        input: { ...review, version: null },
      };
      await createOnce(database, actor, request, async () => {
        const before = await repository.lock(ratingPk, studentPk);
        if (before === undefined) throw notFound();
        if (version != null && version !== before.version) {
          throw new AppError('CONFLICT', REVIEW_MESSAGES.changed, { current: { version: before.version } });
        }
        const categories = reviewedCategories(before.categories, review);
        if (categories.length === 0) throw invalid('categories', REVIEW_MESSAGES.unrated);
        const reviewPk = await repository.addReview(
          ratingPk,
          actor.pk,
          {
            points: ratingPoints(categories),
            targetPoints: review.targetPoints ?? before.targetPoints,
            targetPointsComments: review.targetPointsComments ?? before.targetPointsComments,
            categories,
          },
          clock.now(),
        );
        await reviewRequests.close(studentPk, reviewPk);
        await alerts.announce(RATING_REVIEWED, { reviewPk });
        return reviewPk;
      });
      return present(actor, (await repository.ofStudent(studentPk)) as RatingRow);
    },
  };
}
