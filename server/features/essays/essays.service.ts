import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { pkOfGlobalId, requirePk, toGlobalId } from '#shared/kernel/ids.ts';
import { ESSAY_LIMITS, VERSION_INTERVAL_MS } from '#shared/essays/limits.ts';
import {
  canAddEssay,
  canChangeEssay,
  canDeleteEssay,
  canListEssays,
  canReadEssay,
  canSeeHistory,
  canShareEssay,
  type EssayPermission,
  essayPermissions,
  type EssaysPermission,
} from '#shared/essays/policy.ts';
import { createEssayInput, essayDetails, updateEssayInput } from '#shared/essays/schema.ts';
import { wordsOf } from '#shared/essays/words.ts';
import { parseRichText } from '#shared/rich-text/parse.ts';
import { emptyRichText, type RichTextDocument } from '#shared/rich-text/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { lockFor } from '../../db/locks.ts';
import { createOnce } from '../../lib/create-once.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import { createEssayComments } from './comments.service.ts';
import { ESSAY_ADDED, ESSAY_REVIEW_REQUESTED, registerEssayAlerts } from './essays.alerts.ts';
import { type EssayRow, EssaysRepository, type VersionRow } from './essays.repository.ts';

/** An essay with the viewer's permissions. */
export interface Essay extends EssayRow {
  permissions: EssayPermission[];
}

/** The essays of a student that the viewer can read. */
export interface StudentEssays {
  student: { pk: number; fullName: string };
  permissions: EssaysPermission[];
  essays: Essay[];
}

export type EssaysService = ReturnType<typeof createEssaysService>;

/** The newest versions of the history that a screen shows. */
const MAX_VERSIONS = 200;

function contentOf(title: string, body: RichTextDocument) {
  return { title, body, wordCount: wordsOf(body) };
}

/** Creates the service of essays: text, details, sharing, versions and comments. */
export function createEssaysService(
  { database, clock }: ServiceDependencies,
  { alerts }: { alerts: AlertsService },
) {
  const repository = new EssaysRepository(database);
  registerEssayAlerts(alerts, repository);

  function toEssay(actor: Actor, row: EssayRow): Essay {
    const sees = canSeeHistory(actor, row.studentPk);
    return { ...row, openComments: sees ? row.openComments : 0, permissions: essayPermissions(actor, row) };
  }

  async function requireRow(actor: Actor, pk: number): Promise<EssayRow> {
    const row = await repository.find(pk);
    if (row === undefined || !canReadEssay(actor, row)) throw notFound();
    return row;
  }

  /** Returns an essay that the rule allows to change. @throws AppError NOT_FOUND, FORBIDDEN */
  async function requireFor(
    actor: Actor,
    id: string,
    rule: (actor: Actor, row: EssayRow) => boolean,
    refusal: string,
  ): Promise<EssayRow> {
    const row = await requireRow(actor, requirePk('Essay', id));
    if (!rule(actor, row)) throw new AppError('FORBIDDEN', refusal);
    return row;
  }

  /** Returns the pk of a college on the student's roadmap; null for none. @throws AppError INVALID_INPUT */
  async function collegeOf(studentPk: number, id: string | null): Promise<number | null> {
    if (id === null) return null;
    const pk = pkOfGlobalId('College', id);
    if (pk === null || !(await repository.hasCollege(studentPk, pk))) {
      throw invalid('collegeId', 'Choose a college on the roadmap');
    }
    return pk;
  }

  const read = async (actor: Actor, pk: number) => toEssay(actor, await requireRow(actor, pk));

  return {
    comments: createEssayComments({ database, clock, alerts, repository, requireRow }),

    /** Lists the essays of a student (SHEL-005). @throws AppError NOT_FOUND */
    async ofStudent(actor: Actor, studentPk: number): Promise<StudentEssays> {
      const student = canListEssays(actor, studentPk) ? await repository.student(studentPk) : undefined;
      if (student === undefined) throw notFound();
      const onlyShared = !canSeeHistory(actor, studentPk);
      const rows = await repository.ofStudent(studentPk, { onlyShared }, ESSAY_LIMITS.essays);
      return {
        student,
        permissions: canAddEssay(actor, studentPk) ? ['add_essay'] : [],
        essays: rows.map((row) => toEssay(actor, row)),
      };
    },

    /** Reads an essay. @throws AppError NOT_FOUND */
    get: read,

    /** Returns the colleges that an essay can be for; for people who add essays. */
    async colleges(actor: Actor, studentPk: number): Promise<{ pk: number; name: string }[]> {
      return canAddEssay(actor, studentPk) ? repository.colleges(studentPk) : [];
    },

    /** Adds an essay (SHEL-006). A repeated request with the same key returns the first one. */
    async create(actor: Actor, studentPk: number, request: object): Promise<Essay> {
      if (!canListEssays(actor, studentPk)) throw notFound();
      if (!canAddEssay(actor, studentPk)) {
        throw new AppError('FORBIDDEN', 'Only the student and their mentors can add essays.');
      }
      const { idempotencyKey: key, collegeId, body, ...input } = parseInput(createEssayInput, request);
      const once = { action: 'createEssay', key, input: [studentPk, collegeId, body, input] };
      const { pk } = await createOnce(database, actor, once, async () => {
        await lockFor(database, 'essays', studentPk);
        if ((await repository.count(studentPk)) >= ESSAY_LIMITS.essays) {
          throw new AppError('CONFLICT', `A student can have at most ${ESSAY_LIMITS.essays} essays.`);
        }
        const content = contentOf(input.title, body ?? emptyRichText);
        const now = clock.now();
        const created = await repository.insert({
          ...input,
          ...content,
          studentPk,
          creatorPk: actor.pk,
          collegePk: await collegeOf(studentPk, collegeId),
          now,
        });
        if (content.wordCount > 0) {
          await repository.keepVersion(created, actor.pk, content, { since: now, now });
        }
        await alerts.announce(ESSAY_ADDED, { essayPk: created });
        return { pk: created };
      });
      return read(actor, pk);
    },

    /**
     * Saves the text, and keeps it in the history: at most one version every two minutes (SHEL-007).
     * @throws AppError CONFLICT, with the stored essay, when someone else saved in between
     */
    async update(actor: Actor, request: object): Promise<Essay> {
      const { id, title, body, version, startsVersion } = parseInput(updateEssayInput, request);
      const { pk } = await requireFor(
        actor,
        id,
        canChangeEssay,
        'You can read this essay, but not change it.',
      );
      const content = contentOf(title, body);
      const isSaved = await database.transaction(async () => {
        const now = clock.now();
        if (!(await repository.update(pk, content, version, now))) return false;
        const since = startsVersion ? now : new Date(now.getTime() - VERSION_INTERVAL_MS);
        await repository.keepVersion(pk, actor.pk, content, { since, now });
        return true;
      });
      const stored = await requireRow(actor, pk);
      if (isSaved) return toEssay(actor, stored);
      // The same save again, after a lost response.
      const isRepeated =
        stored.version === version + 1 &&
        stored.title === title &&
        JSON.stringify(parseRichText(stored.body)) === JSON.stringify(body);
      if (isRepeated) return toEssay(actor, stored);
      const { version: current, body: text, updatedAt } = stored;
      throw new AppError('CONFLICT', 'Someone else changed this essay.', {
        current: {
          id: toGlobalId('Essay', pk),
          title: stored.title,
          body: text as string,
          version: current,
          updatedAt,
        },
      });
    },

    /** Changes status, prompt, word limit, college or date; the last change wins. */
    async changeDetails(actor: Actor, id: string, change: object): Promise<Essay> {
      const row = await requireFor(actor, id, canChangeEssay, 'You can read this essay, but not change it.');
      const { collegeId, ...details } = parseInput(essayDetails, change);
      const college = collegeId === undefined ? {} : { collegePk: await collegeOf(row.studentPk, collegeId) };
      await database.transaction(async () => {
        await repository.changeDetails(row.pk, { ...details, ...college });
        if (details.status === 'REVIEW' && row.status !== 'REVIEW') {
          const event = { essayPk: row.pk, version: row.version, byPk: actor.pk };
          await alerts.announce(ESSAY_REVIEW_REQUESTED, event);
        }
      });
      return read(actor, row.pk);
    },

    /** Shares an essay with the student's parents, or stops sharing it. */
    async share(actor: Actor, id: string, isShared: boolean): Promise<Essay> {
      const { pk } = await requireFor(actor, id, canShareEssay, 'Only the student can share this essay.');
      await repository.setShared(pk, isShared);
      return read(actor, pk);
    },

    /** Deletes an essay with its versions and comments. @returns the deleted essay */
    async delete(actor: Actor, id: string): Promise<Essay> {
      const refusal = 'Only the student can delete this essay.';
      const row = await requireFor(actor, id, canDeleteEssay, refusal);
      // The student can save a first text between the check and the deletion.
      const onlyEmpty = !canDeleteEssay(actor, { ...row, hasTextInHistory: true });
      if (!(await repository.delete(row.pk, { onlyEmpty }))) {
        await requireRow(actor, row.pk);
        throw new AppError('FORBIDDEN', refusal);
      }
      return toEssay(actor, row);
    },

    /** Returns the history of an essay, newest first; empty for parents. */
    async versions(actor: Actor, essay: Pick<EssayRow, 'pk' | 'studentPk'>): Promise<VersionRow[]> {
      return canSeeHistory(actor, essay.studentPk) ? repository.versions(essay.pk, MAX_VERSIONS) : [];
    },

    /** Reads a version with its text. @throws AppError NOT_FOUND */
    async version(actor: Actor, pk: number): Promise<VersionRow> {
      const version = await repository.version(pk);
      if (version === undefined) throw notFound();
      const essay = await requireRow(actor, version.essayPk);
      if (!canSeeHistory(actor, essay.studentPk)) throw notFound();
      return version;
    },
  };
}
