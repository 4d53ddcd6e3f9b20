import type { Actor } from '#shared/kernel/actor.ts';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { pkOfGlobalId } from '#shared/kernel/ids.ts';
import type { Year } from '#shared/kernel/years.ts';
import {
  canAddRoadmap,
  canViewRoadmap,
  collegePermissions,
  type RoadmapPermission,
  roadmapPermissions,
} from '#shared/roadmap/policy.ts';
import { roadmapInput } from '#shared/roadmap/schema.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { recordStudentReads } from '../../lib/security-log.ts';
import { LookupsRepository } from './lookups/lookups.repository.ts';
import { createAcademics } from './academics/academics.service.ts';
import { createActivities } from './activities/activities.service.ts';
import type { College } from './colleges/colleges.repository.ts';
import { createColleges } from './colleges/colleges.service.ts';
import { createExams } from './exams/exams.service.ts';
import { createLookups } from './lookups/lookups.service.ts';
import { RoadmapAccess, requireVersion } from './roadmap-access.ts';
import { ROADMAP_PARTS, type RoadmapPart, RoadmapRepository, type RoadmapRow } from './roadmap.repository.ts';

/** A roadmap with the viewer's permissions. */
export type Roadmap = Omit<RoadmapRow, 'colleges'> & {
  permissions: RoadmapPermission[];
  colleges?: College[];
};

/** The fields of a roadmap to change. Omitted fields are unchanged. */
export interface RoadmapChange {
  year?: unknown;
  graduationYear?: unknown;
  schoolId?: string | null;
  cipcode4Ids?: readonly string[] | null;
  attending?: number | null;
}

/** The valid fields of a new roadmap. */
type NewRoadmap = Pick<RoadmapChange, 'schoolId' | 'cipcode4Ids' | 'attending'> & {
  year: Year;
  graduationYear: number;
};

/** Creates the service of roadmaps. The services of their parts are in the subfolders. */
export function createRoadmapService(dependencies: ServiceDependencies) {
  const { database, clock } = dependencies;
  const repository = new RoadmapRepository(database);
  const lookups = new LookupsRepository(database);
  const access = new RoadmapAccess(repository, (actor, studentPk) =>
    recordStudentReads(database, actor, 'roadmap', [studentPk], clock.now()),
  );
  const today = (actor: Actor) => dateIn(actor.timeZone, clock.now());
  const thisYear = (actor: Actor) => Number(today(actor).slice(0, 4));

  function present(actor: Actor, row: RoadmapRow): Roadmap {
    const permissions = collegePermissions(actor, row.userPk);
    return {
      ...row,
      permissions: roadmapPermissions(actor, row.userPk),
      colleges: row.colleges?.map((college) => ({ ...college, permissions })),
    };
  }

  async function resolveSchool(id: string | null): Promise<number | null> {
    if (id === null) return null;
    const pk = pkOfGlobalId('School', id);
    if (!(await lookups.exists('schools', pk))) throw invalid('schoolId', 'Choose a school from the list');
    return pk;
  }

  async function resolveInstitution(unitid: number | null): Promise<number | null> {
    if (unitid !== null && !(await lookups.exists('institutions', unitid))) {
      throw invalid('attending', 'Choose a university from the list');
    }
    return unitid;
  }

  async function resolveMajors(ids: readonly string[]): Promise<number[]> {
    const pks = [...new Set(ids.map((id) => pkOfGlobalId('Cipcode4', id)))];
    for (const pk of pks) {
      if (!(await lookups.exists('majors', pk))) throw invalid('cipcode4Ids', 'Choose majors from the list');
    }
    return pks as number[];
  }

  /** Resolves the ids of the chosen school, majors and institution. @throws AppError INVALID_INPUT */
  async function resolveChoices({ schoolId, attending, cipcode4Ids }: RoadmapChange) {
    const choices: { schoolPk?: number | null; attendingUnitid?: number | null; majorPks?: number[] } = {};
    if (schoolId !== undefined) choices.schoolPk = await resolveSchool(schoolId);
    if (attending !== undefined) choices.attendingUnitid = await resolveInstitution(attending);
    if (cipcode4Ids !== undefined) choices.majorPks = await resolveMajors(cipcode4Ids ?? []);
    return choices;
  }

  /** Inserts a roadmap with valid values. @returns false when the student has one */
  async function insert(studentPk: number, values: NewRoadmap): Promise<boolean> {
    const { schoolPk = null, attendingUnitid = null, majorPks = [] } = await resolveChoices(values);
    const { year, graduationYear } = values;
    const created = await repository.create({ studentPk, year, graduationYear, schoolPk, attendingUnitid });
    if (created !== undefined) await repository.setMajors(created.pk, majorPks);
    return created !== undefined;
  }

  return {
    lookups: createLookups(database, repository),
    academics: createAcademics(database, access),
    exams: createExams(database, access, today),
    activities: createActivities(database, access),
    colleges: createColleges(database, access),

    /**
     * Reads a student's roadmap (ROAD-040); null when there is none yet.
     * @param parts the parts to read
     */
    async of(actor: Actor, studentPk: number, parts: readonly RoadmapPart[]): Promise<Roadmap | null> {
      if (!canViewRoadmap(actor, studentPk)) throw notFound();
      const row = await repository.read(studentPk, parts);
      if (row !== undefined) {
        await recordStudentReads(database, actor, 'roadmap', [studentPk], clock.now());
        return present(actor, row);
      }
      if (await repository.isStudent(studentPk)) return null;
      throw notFound();
    },

    /** Creates a roadmap (ROAD-013, ROAD-045). */
    async create(actor: Actor, studentPk: number, input: RoadmapChange): Promise<Roadmap> {
      if (!canAddRoadmap(actor, studentPk)) {
        if (canViewRoadmap(actor, studentPk)) {
          throw new AppError('FORBIDDEN', 'You may not create a roadmap for this student.');
        }
        throw notFound();
      }
      const values = parseInput(roadmapInput(thisYear(actor)), input);
      return database.transaction(async () => {
        if (!(await repository.isStudent(studentPk))) throw notFound();
        if (!(await insert(studentPk, values)))
          throw invalid('userPk', 'This student has a roadmap already.');
        return present(actor, (await repository.read(studentPk, ROADMAP_PARTS)) as RoadmapRow);
      });
    },

    /** Checks the chosen school and majors of a sign-up. @throws AppError INVALID_INPUT */
    async checkChoices(input: Pick<RoadmapChange, 'schoolId' | 'cipcode4Ids'>): Promise<void> {
      await resolveChoices(input);
    },

    /** Creates the roadmap of a sign-up, or changes it while the sign-up is not complete. Call it in a transaction. */
    async createForSignUp(studentPk: number, values: NewRoadmap): Promise<void> {
      if (await insert(studentPk, values)) return;
      const stored = await repository.read(studentPk, []);
      if (stored === undefined) return;
      const { majorPks = [], ...choices } = await resolveChoices(values);
      const { year, graduationYear } = values;
      await repository.update(stored.pk, { year, graduationYear, ...choices });
      await repository.setMajors(stored.pk, majorPks);
    },

    /** Changes a roadmap (ROAD-046). */
    async update(
      actor: Actor,
      roadmapPk: number,
      input: RoadmapChange,
      version: number | null | undefined,
    ): Promise<Roadmap> {
      return database.transaction(async () => {
        const stored = await access.change(actor, roadmapPk);
        requireVersion(stored, version);
        const { graduationYear, ...rest } = input;
        // A year chosen long ago stays valid, though it is no longer offered.
        const isChanged = graduationYear !== undefined && graduationYear !== stored.graduationYear;
        const values = parseInput(roadmapInput(thisYear(actor)).partial(), {
          ...rest,
          ...(isChanged ? { graduationYear } : {}),
        });
        const { majorPks, ...choices } = await resolveChoices(values);
        const { year } = values;
        await repository.update(roadmapPk, {
          ...(year === undefined ? {} : { year }),
          ...(values.graduationYear === undefined ? {} : { graduationYear: values.graduationYear }),
          ...choices,
        });
        if (majorPks !== undefined) await repository.setMajors(roadmapPk, majorPks);
        return present(actor, (await repository.read(stored.studentPk, ROADMAP_PARTS)) as RoadmapRow);
      });
    },
  };
}
export type RoadmapService = ReturnType<typeof createRoadmapService>;
