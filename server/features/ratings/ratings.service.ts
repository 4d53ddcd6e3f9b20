import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { canAddRating, canViewRating } from '#shared/ratings/policy.ts';
import {
  categoryTotal,
  DEFAULT_TARGET_POINTS,
  FORMULA_VERSION,
  RATING_CATEGORY_CODES,
  type RatingCategory,
} from '#shared/ratings/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { recordStudentReads } from '../../lib/security-log.ts';
import { type RatingRow, RatingsRepository } from './ratings.repository.ts';

/** One category of a rating (SPR-015). */
export interface RatedCategory {
  depth: number;
  breadth: number;
  comments: string;
  total: number;
}

/** A student profile rating (SPR-013, SPR-014). */
export interface Rating extends Omit<RatingRow, 'categories'> {
  categories: Readonly<Record<RatingCategory, RatedCategory>>;
}

export function createRatingsService({ database, clock }: ServiceDependencies) {
  const repository = new RatingsRepository(database);

  function present({ categories, ...row }: RatingRow): Rating {
    const rated = RATING_CATEGORY_CODES.map((code) => {
      const {
        depth = 0,
        breadth = 0,
        comments = '',
      } = categories.find(({ category }) => category === code) ?? {};
      return [code, { depth, breadth, comments, total: categoryTotal({ depth, breadth }) }];
    });
    return { ...row, categories: Object.fromEntries(rated) as Rating['categories'] };
  }

  return {
    /** The rating of a student (SPR-032); null when none was generated yet. */
    async of(actor: Actor, studentPk: number): Promise<Rating | null> {
      if (!canViewRating(actor, studentPk)) throw notFound();
      const row = await repository.ofStudent(studentPk);
      if (row !== undefined) {
        await recordStudentReads(database, actor, 'rating', [studentPk], clock.now());
        return present(row);
      }
      if (await repository.isStudent(studentPk)) return null;
      throw notFound();
    },

    /** SPR-035: a rating to be filled by reviews; its points are 0 until then. */
    create(actor: Actor, studentPk: number): Promise<Rating> {
      if (!canAddRating(actor, studentPk)) {
        if (canViewRating(actor, studentPk)) {
          throw new AppError('FORBIDDEN', 'You may not create a profile rating for this student.');
        }
        throw notFound();
      }
      return database.transaction(async () => {
        if (!(await repository.isStudent(studentPk))) throw notFound();
        if (!(await repository.create(studentPk, DEFAULT_TARGET_POINTS, FORMULA_VERSION))) {
          throw invalid('studentPk', 'This student has a profile rating already.');
        }
        return present((await repository.ofStudent(studentPk)) as RatingRow);
      });
    },
  };
}
