import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import {
  canReadMeeting,
  canWriteMeetingNote,
  type MeetingPermission,
  meetingPermissions,
} from '#shared/meetings/policy.ts';
import { batched } from '../../db/batch.ts';
import { cursor, cursorMoment, cursorPk } from '../../lib/cursors.ts';
import { type Page, pageSize, toPage } from '../../lib/pages.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import { noContact } from './meetings.alerts.ts';
import { type MeetingPeriod, type MeetingRow, MeetingsRepository } from './meetings.repository.ts';

/** A booked meeting as its viewer gets it. */
export interface Meeting extends MeetingRow {
  permissions: MeetingPermission[];
}

export type MeetingsService = ReturnType<typeof createMeetingsService>;

/** The most meetings of one page. */
const MAX_MEETINGS = 50;

const meetingCursor = cursor('meetings', z.tuple([cursorMoment, cursorPk]));

function toMeeting(actor: Actor, row: MeetingRow): Meeting {
  return { ...row, permissions: meetingPermissions(actor, row) };
}

export function createMeetingsService(
  { database, clock }: ServiceDependencies,
  { alerts }: { alerts: AlertsService },
) {
  const repository = new MeetingsRepository(database);
  alerts.registerAlertSource(noContact(repository));

  function list(
    actor: Actor,
    asked: { period: MeetingPeriod | null; limit: number; after: string | null; student: string | null },
  ): Promise<MeetingRow[]> {
    const after = meetingCursor.decode(asked.after);
    return repository.list({
      viewerPk: actor.pk,
      childPks: actor.role === 'parent' ? actor.studentPks : [],
      studentPk: asked.student === null ? null : requirePk('User', asked.student),
      period: asked.period,
      now: clock.now(),
      after: after === null ? null : { startsAt: after[0], pk: after[1] },
      limit: asked.limit,
    });
  }

  return {
    /** MEET-028, by its id or by the number of the booking. @throws AppError NOT_FOUND */
    async get(actor: Actor, by: { id: string | null; simplybookId: number | null }): Promise<Meeting> {
      const { id, simplybookId } = by;
      let row: MeetingRow | undefined;
      if (id !== null && simplybookId === null) {
        [row] = await repository.findMany([requirePk('BookedMeeting', id)]);
      } else if (id === null && simplybookId !== null) {
        row = await repository.findBySimplybookId(simplybookId);
      } else {
        throw invalid('id', 'Ask for a meeting by its id or by its simplybookId.');
      }
      if (row === undefined || !canReadMeeting(actor, row)) throw notFound();
      return toMeeting(actor, row);
    },

    /** A meeting that something the actor sees refers to; undefined when the actor may not see it. */
    load: batched<Meeting>(async (actor, pks) => {
      const rows = (await repository.findMany(pks)).filter((row) => canReadMeeting(actor, row));
      return new Map(rows.map((row) => [row.pk, toMeeting(actor, row)]));
    }),

    /** The booked meeting that the actor writes the meeting note of. @throws AppError NOT_FOUND */
    async requireForNote(actor: Actor, simplybookId: number): Promise<MeetingRow> {
      const row = await repository.findBySimplybookId(simplybookId);
      if (row === undefined || !canReadMeeting(actor, row)) throw notFound();
      if (!canWriteMeetingNote(actor, row)) {
        throw new AppError('FORBIDDEN', 'Only the mentor who gives the meeting writes its note.');
      }
      return row;
    },

    /** The actor's own meetings, given or taken, and a parent's children's. */
    async list(
      actor: Actor,
      asked: { first: number; after: string | null; period: MeetingPeriod | null; student: string | null },
    ): Promise<Page<Meeting>> {
      const size = pageSize(asked.first, MAX_MEETINGS);
      const rows = await list(actor, { ...asked, limit: MAX_MEETINGS + 1 });
      return toPage(
        rows,
        size,
        asked.after !== null,
        (row) => meetingCursor.encode([row.startsAt.toISOString(), row.pk]),
        (row) => toMeeting(actor, row),
      );
    },

    /** The meeting that is running now, else the next one to come. */
    async next(actor: Actor): Promise<Meeting | null> {
      const any = { limit: 1, after: null, student: null };
      const [running] = await list(actor, { ...any, period: 'now' });
      const row = running ?? (await list(actor, { ...any, period: 'upcoming' }))[0];
      return row === undefined ? null : toMeeting(actor, row);
    },
  };
}
