import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { canChangeRoadmap, canViewRoadmap } from '#shared/roadmap/policy.ts';
import type { RoadmapOwner, RoadmapRepository } from './roadmap.repository.ts';

/** Decides who can change the entries of a roadmap. Call it inside a transaction. */
export class RoadmapAccess {
  readonly #repository: RoadmapRepository;

  readonly #onRead: (actor: Actor, studentPk: number) => Promise<void>;

  /** @param onRead called with the student of a changed roadmap, because the response contains its data */
  constructor(repository: RoadmapRepository, onRead: (actor: Actor, studentPk: number) => Promise<void>) {
    this.#repository = repository;
    this.#onRead = onRead;
  }

  /**
   * Locks a roadmap that the actor can change (ACAD-029, EXAM-022, ACTV-012, COLL-024).
   * @throws AppError NOT_FOUND when the actor cannot see it either
   */
  async change(actor: Actor, roadmapPk: number) {
    const owner = await this.#repository.lock(roadmapPk);
    if (owner === undefined || !canViewRoadmap(actor, owner.studentPk)) throw notFound();
    if (!canChangeRoadmap(actor, owner.studentPk)) {
      throw new AppError('FORBIDDEN', 'You may not change this roadmap.');
    }
    await this.#onRead(actor, owner.studentPk);
    return owner;
  }

  /** Locks the roadmap of an entry and returns the entry's current state. */
  async changeEntry<Row extends { roadmapPk: number }>(
    actor: Actor,
    load: () => Promise<Row | undefined>,
  ): Promise<{ row: Row; owner: RoadmapOwner }> {
    const seen = await load();
    if (seen === undefined) throw notFound();
    const owner = await this.change(actor, seen.roadmapPk);
    const row = await load();
    if (row === undefined) throw notFound();
    return { row, owner };
  }

  /** Deletes an entry. @returns its last state */
  async deleteEntry<Row extends { roadmapPk: number }>(
    actor: Actor,
    pk: number,
    repository: { find(pk: number): Promise<Row | undefined>; delete(pk: number): Promise<void> },
  ): Promise<Row> {
    const { row } = await this.changeEntry(actor, () => repository.find(pk));
    await repository.delete(pk);
    return row;
  }
}

/**
 * Rejects a change based on an older version than the stored one.
 * @param based the version that the client saw; null for no check
 */
export function requireVersion(stored: { version: number }, based: number | null | undefined): void {
  if (based === null || based === undefined || based === stored.version) return;
  throw new AppError('CONFLICT', 'Someone else changed this.', { current: stored });
}

/** Rejects an entry above the roadmap's limit. */
export function requireCapacity(count: number, max: number, entries: string): void {
  if (count >= max) throw new AppError('INVALID_INPUT', `A roadmap holds at most ${max} ${entries}.`);
}
