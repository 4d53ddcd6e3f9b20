import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid } from '#shared/kernel/errors.ts';
import { collegeChange, newCollege } from '#shared/roadmap/colleges-schema.ts';
import {
  canChangeAdmissionCategory,
  canChangeApplicationType,
  collegePermissions,
} from '#shared/roadmap/policy.ts';
import { MAX_ENTRIES } from '#shared/roadmap/schema.ts';
import type { Database } from '../../../db/database.ts';
import { createOnce } from '../../../lib/create-once.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import { CollegesRepository, type College } from './colleges.repository.ts';
import { type RoadmapAccess, requireCapacity, requireVersion } from '../roadmap-access.ts';

/** Creates the service of colleges on a roadmap. */
export function createColleges(database: Database, access: RoadmapAccess) {
  const repository = new CollegesRepository(database);

  async function read(actor: Actor, pk: number, studentPk: number): Promise<College> {
    const row = await repository.find(pk);
    if (row === undefined) throw new Error('The college is gone within its own transaction.');
    return { ...row, permissions: collegePermissions(actor, studentPk) };
  }

  return {
    /** Adds an institution of the catalogue, or a custom college by name (COLL-030). */
    create(actor: Actor, roadmapPk: number, input: unknown, key?: string | null): Promise<College> {
      const request = { action: 'createCollege', key, input: [roadmapPk, input] };
      return createOnce(database, actor, request, async () => {
        const owner = await access.change(actor, roadmapPk);
        const { name, unitid } = parseInput(newCollege, input);
        requireCapacity(await repository.count(roadmapPk), MAX_ENTRIES.colleges, 'colleges');
        const institution = typeof unitid === 'number' ? await repository.institution(unitid) : undefined;
        if (typeof unitid === 'number' && institution === undefined) {
          throw invalid('unitid', 'Choose a college from the list');
        }
        const pk = await repository.create(roadmapPk, {
          name: institution?.instnm ?? (name as string),
          unitid: institution?.unitid ?? null,
        });
        if (pk === undefined) {
          throw invalid(institution ? 'unitid' : 'name', 'This college is on the roadmap already');
        }
        return read(actor, pk, owner.studentPk);
      });
    },

    /** Changes a college (COLL-031). Admission category and application type each require their own permission. */
    update(actor: Actor, pk: number, input: unknown, version: number | null | undefined): Promise<College> {
      return database.transaction(async () => {
        const { row, owner } = await access.changeEntry(actor, () => repository.find(pk));
        const change = parseInput(collegeChange, input);
        const isAllowed =
          (change.admissionCategory === undefined || canChangeAdmissionCategory(actor, owner.studentPk)) &&
          (change.applicationType === undefined || canChangeApplicationType(actor, owner.studentPk));
        if (!isAllowed) throw new AppError('FORBIDDEN', 'You cannot change this field of the college.');
        requireVersion(row, version);
        await repository.update(pk, change);
        return read(actor, pk, owner.studentPk);
      });
    },

    /** Deletes a college (COLL-032). */
    delete(actor: Actor, pk: number): Promise<{ pk: number; name: string }> {
      return database.transaction(() => access.deleteEntry(actor, pk, repository));
    },
  };
}
