import type { Actor } from '#shared/kernel/actor.ts';
import { classGradeChange, newClassGrade } from '#shared/roadmap/academics-schema.ts';
import { MAX_ENTRIES } from '#shared/roadmap/schema.ts';
import type { Database } from '../../../db/database.ts';
import { createOnce } from '../../../lib/create-once.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import { AcademicsRepository, type ClassGrade } from './academics.repository.ts';
import { type RoadmapAccess, requireCapacity, requireVersion } from '../roadmap-access.ts';

/** Creates the service of classes and their grades. */
export function createAcademics(database: Database, access: RoadmapAccess) {
  const repository = new AcademicsRepository(database);

  return {
    /** Adds a class (ACAD-030). */
    create(actor: Actor, roadmapPk: number, input: unknown, key?: string | null): Promise<ClassGrade> {
      const request = { action: 'createClassGrade', key, input: [roadmapPk, input] };
      return createOnce(database, actor, request, async () => {
        await access.change(actor, roadmapPk);
        const values = parseInput(newClassGrade, input);
        requireCapacity(await repository.count(roadmapPk), MAX_ENTRIES.classes, 'classes');
        return repository.create(roadmapPk, values);
      });
    },

    /** Changes a class (ACAD-032). */
    update(
      actor: Actor,
      pk: number,
      input: unknown,
      version: number | null | undefined,
    ): Promise<ClassGrade> {
      return database.transaction(async () => {
        const { row } = await access.changeEntry(actor, () => repository.find(pk));
        requireVersion(row, version);
        return repository.update(pk, parseInput(classGradeChange(row.terms), input));
      });
    },

    /** Deletes a class (ACAD-033). */
    delete(actor: Actor, pk: number): Promise<ClassGrade> {
      return database.transaction(() => access.deleteEntry(actor, pk, repository));
    },
  };
}
