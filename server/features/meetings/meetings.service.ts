import { z } from 'zod';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import {
  canJoinMeeting,
  canReadMeeting,
  type ChangeTime,
  canWriteMeetingNote,
  type MeetingPermission,
  type MeetingStatus,
  meetingPermissions,
} from '#shared/meetings/policy.ts';
import { batchByActor } from '../../db/batch-by-actor.ts';
import { cursor, cursorMoment, cursorPk } from '../../lib/cursors.ts';
import { type Page, pageSize, toPage } from '../../lib/pages.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import { noRecentMeeting } from './meetings.alerts.ts';
import { type MeetingPeriod, type MeetingRow, MeetingsRepository } from './meetings.repository.ts';

/** A booked meeting with the viewer's permissions. */
export interface Meeting extends MeetingRow {
  permissions: MeetingPermission[];
}

/** The filter and page of a list of meetings. */
export interface MeetingListRequest {
  first: number;
  after: string | null;
  period: MeetingPeriod | null;
  /** The global id of a student. */
  student: string | null;
  from?: Date | null;
  to?: Date | null;
}

export type MeetingsService = ReturnType<typeof createMeetingsService>;

/** The maximum number of meetings of one page. */
const MAX_MEETINGS = 100;

const meetingCursor = cursor('meetings', z.tuple([cursorMoment, cursorPk]));

/** Adds the actor's permissions to a meeting. */
export function toMeeting(actor: Actor, row: MeetingRow, time: ChangeTime): Meeting {
  return { ...row, permissions: meetingPermissions(actor, row, time) };
}

/** Returns the UID of a meeting in calendar programs: feeds and emails share it, so that the meeting appears once. */
export function meetingUid(pk: number, publicUrl: string): string {
  return `meeting-${pk}@${new URL(publicUrl).host}`;
}

/** Creates the service that reads booked meetings. The booking feature changes them. */
export function createMeetingsService(
  { database, clock, config }: ServiceDependencies,
  { alerts }: { alerts: AlertsService },
) {
  const repository = new MeetingsRepository(database);
  alerts.registerAlertSource(noRecentMeeting(repository));

  const present = (actor: Actor, row: MeetingRow) =>
    toMeeting(actor, row, { now: clock.now(), cutOffHours: config.meetingCutOffHours });

  function list(
    actor: Actor,
    asked: Omit<MeetingListRequest, 'first'> & { limit: number },
  ): Promise<MeetingRow[]> {
    const after = meetingCursor.decode(asked.after);
    return repository.list({
      viewerPk: actor.pk,
      childPks: actor.role === 'parent' ? actor.studentPks : [],
      studentPk: asked.student === null ? null : requirePk('User', asked.student),
      period: asked.period,
      from: asked.from ?? null,
      to: asked.to ?? null,
      now: clock.now(),
      after: after === null ? null : { startsAt: after[0], pk: after[1] },
      limit: asked.limit,
    });
  }

  return {
    /** Returns the state of a meeting: a booked one ends by time. */
    statusOf({ status, endsAt }: Pick<MeetingRow, 'status' | 'endsAt'>): MeetingStatus {
      return status === 'booked' && endsAt <= clock.now() ? 'ended' : status;
    },

    /** Reads a meeting by its id or its booking id (MEET-028). @throws AppError NOT_FOUND */
    async get(actor: Actor, by: { id: string | null; simplybookId: number | null }): Promise<Meeting> {
      const { id, simplybookId } = by;
      let row: MeetingRow | undefined;
      if (id !== null && simplybookId === null) {
        [row] = await repository.findMany([requirePk('BookedMeeting', id)]);
      } else if (id === null && simplybookId !== null) {
        row = await repository.findBySimplybookId(simplybookId);
      } else {
        throw invalid('id', 'Request a meeting by its id or by its simplybookId.');
      }
      if (row === undefined || !canReadMeeting(actor, row)) throw notFound();
      return present(actor, row);
    },

    /** Loads a meeting that a visible object refers to; undefined when the actor cannot see it. */
    load: batchByActor<Meeting>(async (actor, pks) => {
      const rows = (await repository.findMany(pks)).filter((row) => canReadMeeting(actor, row));
      return new Map(rows.map((row) => [row.pk, present(actor, row)]));
    }),

    /** Returns the booked meeting whose note the actor writes. @throws AppError NOT_FOUND */
    async requireForNote(actor: Actor, simplybookId: number): Promise<MeetingRow> {
      const row = await repository.findBySimplybookId(simplybookId);
      if (row === undefined || !canReadMeeting(actor, row)) throw notFound();
      if (!canWriteMeetingNote(actor, row)) {
        throw new AppError('FORBIDDEN', 'Only the mentor of a meeting can write its note.');
      }
      return row;
    },

    /** Reads the meeting of a video room. @throws AppError NOT_FOUND */
    async getByRoom(actor: Actor, meetId: string): Promise<Meeting> {
      const row = await repository.findByRoom(meetId);
      if (row === undefined || !canJoinMeeting(actor, row)) throw notFound();
      return present(actor, row);
    },

    /** Reads the actor's meetings, as mentor or student, and those of a parent's children. */
    async list(actor: Actor, asked: MeetingListRequest): Promise<Page<Meeting>> {
      const size = pageSize(asked.first, MAX_MEETINGS);
      const rows = await list(actor, { ...asked, limit: MAX_MEETINGS + 1 });
      return toPage(rows, {
        size,
        hasPreviousPage: asked.after !== null,
        cursorOf: (row) => meetingCursor.encode([row.startsAt.toISOString(), row.pk]),
        nodeOf: (row) => present(actor, row),
      });
    },

    /** Returns the running meeting, else the next one. */
    async next(actor: Actor): Promise<Meeting | null> {
      const any = { limit: 1, after: null, student: null };
      const [running] = await list(actor, { ...any, period: 'now' });
      const row = running ?? (await list(actor, { ...any, period: 'upcoming' }))[0];
      return row === undefined ? null : present(actor, row);
    },
  };
}
