import type { Actor } from '#shared/kernel/actor.ts';
import { invalid, notFound } from '#shared/kernel/errors.ts';
import { pkOfGlobalId } from '#shared/kernel/ids.ts';
import { actScoreInput, categoricalExamScoreInput, satScoreInput } from '#shared/roadmap/exams-schema.ts';
import { MAX_ENTRIES } from '#shared/roadmap/schema.ts';
import type { Database } from '../../../db/database.ts';
import { createOnce } from '../../../lib/create-once.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import {
  type ActScore,
  type DatedExam,
  type ExamCategory,
  type ExamScore,
  ExamsRepository,
  type SatScore,
  SCORE_TABLES,
  type ScoreType,
} from './exams.repository.ts';
import { type RoadmapAccess, requireCapacity, requireVersion } from '../roadmap-access.ts';

/** A deleted score. */
export interface DeletedScore {
  pk: number;
  type: ScoreType;
  takenAt: string;
}

/** Creates the service of SAT, ACT and other scores. */
export function createExams(database: Database, access: RoadmapAccess, today: (actor: Actor) => string) {
  const repository = new ExamsRepository(database);

  async function requireChange(actor: Actor, roadmapPk: number) {
    await access.change(actor, roadmapPk);
    requireCapacity(await repository.count(roadmapPk), MAX_ENTRIES.scores, 'exam scores');
  }

  function satValues(actor: Actor, input: unknown) {
    const { takenAt, ...scores } = parseInput(satScoreInput(today(actor)), input);
    const { erw = null, math = null, reading = null, analysis = null, writing = null } = scores;
    return { takenAt, erw, math, reading, analysis, writing };
  }

  function actValues(actor: Actor, input: unknown) {
    const { takenAt, ...scores } = parseInput(actScoreInput(today(actor)), input);
    const { english = null, mathematics = null, reading = null, science = null, writing = null } = scores;
    return { takenAt, english, mathematics, reading, science, writing };
  }

  function examScoreValues(actor: Actor, category: ExamCategory, input: unknown) {
    const { takenAt, score = null } = parseInput(categoricalExamScoreInput(today(actor), category), input);
    return { takenAt, score };
  }

  /** Locks the roadmap of a score that the actor can change. @throws AppError CONFLICT when the score changed */
  async function requireCurrent(
    actor: Actor,
    type: ScoreType,
    pk: number,
    version: number | null | undefined,
  ) {
    const { row } = await access.changeEntry(actor, () => repository.find(type, pk));
    requireVersion(row, version);
  }

  return {
    /** Reads the actor's exams, or those of a parent's children, within a range of days: for a calendar. */
    async dated(actor: Actor, from: string, to: string): Promise<DatedExam[]> {
      const students = { student: [actor.pk], parent: actor.studentPks, mentor: [] }[actor.role];
      return students.length === 0 ? [] : repository.dated(students, from, to);
    },

    /** Reads the exam categories (EXAM-023). */
    categories: () => repository.categories(),

    /** Adds an SAT score (EXAM-024). */
    createSat(actor: Actor, roadmapPk: number, input: unknown, key?: string | null): Promise<SatScore> {
      const request = { action: 'createSatScore', key, input: [roadmapPk, input] };
      return createOnce(database, actor, request, async () => {
        await requireChange(actor, roadmapPk);
        return repository.createSat(roadmapPk, satValues(actor, input));
      });
    },

    /** Adds an ACT score (EXAM-025). */
    createAct(actor: Actor, roadmapPk: number, input: unknown, key?: string | null): Promise<ActScore> {
      const request = { action: 'createActScore', key, input: [roadmapPk, input] };
      return createOnce(database, actor, request, async () => {
        await requireChange(actor, roadmapPk);
        return repository.createAct(roadmapPk, actValues(actor, input));
      });
    },

    /** Adds another exam score (EXAM-027). */
    createCategorical(
      actor: Actor,
      roadmapPk: number,
      { examId, ...input }: { examId: string; takenAt?: unknown; score?: unknown },
      key?: string | null,
    ): Promise<ExamScore> {
      const request = { action: 'createCategoricalExamScore', key, input: [roadmapPk, examId, input] };
      return createOnce(database, actor, request, async () => {
        await requireChange(actor, roadmapPk);
        const examPk = pkOfGlobalId('Exam', examId);
        const exam = examPk === null ? undefined : await repository.exam(examPk);
        if (exam === undefined) throw invalid('examId', 'Choose an exam from the list');
        const values = examScoreValues(actor, exam.category, input);
        return { ...(await repository.createExamScore(roadmapPk, { examPk: exam.pk, ...values })), exam };
      });
    },

    /** Replaces the date and scores of an SAT test; omitted scores become null. */
    updateSat(actor: Actor, pk: number, input: unknown, version?: number | null): Promise<SatScore> {
      return database.transaction(async () => {
        await requireCurrent(actor, 'SATScore', pk, version);
        return repository.updateSat(pk, satValues(actor, input));
      });
    },

    /** Replaces the date and scores of an ACT test; omitted scores become null. */
    updateAct(actor: Actor, pk: number, input: unknown, version?: number | null): Promise<ActScore> {
      return database.transaction(async () => {
        await requireCurrent(actor, 'ACTScore', pk, version);
        return repository.updateAct(pk, actValues(actor, input));
      });
    },

    /** Replaces the date and score of another exam; the exam itself cannot change. */
    updateCategorical(actor: Actor, pk: number, input: unknown, version?: number | null): Promise<ExamScore> {
      return database.transaction(async () => {
        await requireCurrent(actor, 'CategoricalExamScore', pk, version);
        const exam = await repository.examOf(pk);
        return {
          ...(await repository.updateExamScore(pk, examScoreValues(actor, exam.category, input))),
          exam,
        };
      });
    },

    /** Deletes a score of any kind, which its id contains (EXAM-028). */
    delete(actor: Actor, id: string): Promise<DeletedScore> {
      return database.transaction(async () => {
        for (const type of Object.keys(SCORE_TABLES) as ScoreType[]) {
          const pk = pkOfGlobalId(type, id);
          if (pk === null) continue;
          const { row } = await access.changeEntry(actor, () => repository.find(type, pk));
          await repository.delete(type, pk);
          return { pk, type, takenAt: row.takenAt };
        }
        throw notFound();
      });
    },
  };
}
