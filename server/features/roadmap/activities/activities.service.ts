import type { Actor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { ActivityCategory } from '#shared/roadmap/activities.ts';
import { activityChange, newActivity } from '#shared/roadmap/activities-schema.ts';
import { MAX_ENTRIES } from '#shared/roadmap/schema.ts';
import type { Database } from '../../../db/database.ts';
import { createOnce } from '../../../lib/create-once.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import { ActivitiesRepository, type Activity } from './activities.repository.ts';
import { type RoadmapAccess, requireCapacity, requireVersion } from '../roadmap-access.ts';

/** Creates the service of activities and their order. */
export function createActivities(database: Database, access: RoadmapAccess) {
  const repository = new ActivitiesRepository(database);

  return {
    /** Adds an activity (ACTV-013). */
    create(actor: Actor, roadmapPk: number, input: unknown, key?: string | null): Promise<Activity> {
      const request = { action: 'createActivity', key, input: [roadmapPk, input] };
      return createOnce(database, actor, request, async () => {
        await access.change(actor, roadmapPk);
        const values = parseInput(newActivity, input);
        requireCapacity((await repository.order(roadmapPk)).length, MAX_ENTRIES.activities, 'activities');
        return repository.create(roadmapPk, values);
      });
    },

    /** Changes an activity (ACTV-014). */
    update(actor: Actor, pk: number, input: unknown, version: number | null | undefined): Promise<Activity> {
      return database.transaction(async () => {
        const { row } = await access.changeEntry(actor, () => repository.find(pk));
        requireVersion(row, version);
        return repository.update(pk, parseInput(activityChange, input));
      });
    },

    /**
     * Reorders the activities of a category.
     * @throws AppError CONFLICT when these are not exactly the category's current activities
     */
    reorder(
      actor: Actor,
      roadmapPk: number,
      category: ActivityCategory,
      pks: readonly number[],
    ): Promise<number[]> {
      return database.transaction(async () => {
        await access.change(actor, roadmapPk);
        const stored = await repository.order(roadmapPk, category);
        const isSame = stored.length === pks.length && stored.every((pk) => pks.includes(pk));
        if (!isSame) throw new AppError('CONFLICT', 'Someone else changed the activities.');
        await repository.setOrder(pks);
        return [...pks];
      });
    },

    /** Deletes an activity (ACTV-015). */
    delete(actor: Actor, pk: number): Promise<Activity> {
      return database.transaction(() => access.deleteEntry(actor, pk, repository));
    },
  };
}
