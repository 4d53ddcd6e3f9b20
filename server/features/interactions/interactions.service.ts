import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { canSeeInteractionsOf } from '#shared/interactions/policy.ts';
import { interactionFilter } from '#shared/interactions/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { newestFirstCursor } from '../../lib/cursors.ts';
import { type Page, pageSize, rowLimit, toPage } from '../../lib/pages.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { type InteractionRow, InteractionsRepository } from './interactions.repository.ts';

/** The request for a page of the timeline, as a client sent it: not yet validated. */
export interface InteractionsRequest {
  first: number;
  after?: string | null;
  mentor?: string | null;
  student?: string | null;
  orderBy: string;
  /** Whether the query selects the mentors. */
  withMentor: boolean;
}

export type InteractionsService = ReturnType<typeof createInteractionsService>;

const listCursor = newestFirstCursor('interactions');

/**
 * Creates the service of interactions between students and mentors: task activities, sent meeting notes and
 * attended meetings.
 */
export function createInteractionsService({ database }: ServiceDependencies) {
  const repository = new InteractionsRepository(database);

  return {
    /** Records changes of students' tasks; within the transaction of the change. */
    recordTaskActivities(activityPks: readonly number[]): Promise<void> {
      return repository.insertTaskActivities(activityPks);
    },

    /** Records that a meeting note was sent; within the transaction that sends it. */
    recordMeetingNote(notePk: number): Promise<void> {
      return repository.insertMeetingNotes([notePk]);
    },

    /** Records that mentor and student attended a meeting; once for each meeting. */
    recordAttendedMeeting(meetingPk: number): Promise<void> {
      return repository.insertMeeting(meetingPk);
    },

    /**
     * Returns the interactions of the actor's students, or the actor's own, newest first (INT-018).
     * @throws AppError NOT_FOUND for a student whose interactions the actor may not see
     */
    async list(actor: Actor, request: InteractionsRequest): Promise<Page<InteractionRow>> {
      const { first, after: cursor, withMentor, ...rest } = request;
      const filter = parseInput(interactionFilter, rest);
      const studentPk = filter.student === null ? null : requirePk('User', filter.student);
      if (studentPk !== null && !canSeeInteractionsOf(actor, studentPk)) throw notFound();
      const size = pageSize(first);
      const after = listCursor.decode(cursor);
      const everyone = actor.role === 'student' ? [actor.pk] : actor.studentPks;
      const rows = await repository.list({
        viewerPk: actor.pk,
        settingsPk: actor.viewer?.pk ?? actor.pk,
        studentPks: studentPk === null ? everyone : [studentPk],
        mentorPk: filter.mentor === null ? null : requirePk('User', filter.mentor),
        withMentor,
        after,
        limit: rowLimit(size),
      });
      return toPage(rows, {
        size,
        hasPreviousPage: after !== null,
        cursorOf: listCursor.of,
        nodeOf: (row) => row,
      });
    },
  };
}
