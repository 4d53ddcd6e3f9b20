import type { StoredMeetingStatus } from '#shared/meetings/policy.ts';
import type { Database } from '../../db/database.ts';
import { keepsParentsOut } from '../../db/keeps-parents-out.ts';

/** A booked meeting as stored. */
export interface MeetingRow {
  pk: number;
  name: string;
  simplybookId: number;
  meetId: string;
  providerPk: number;
  providerName: string;
  clientPk: number;
  clientName: string;
  startsAt: Date;
  endsAt: Date;
  status: StoredMeetingStatus;
  /** Counts the changes, for calendar programs and to detect a change in between. */
  sequence: number;
  /** Shared by the meetings of a series. */
  series: string | null;
  providerTimeZone: string;
  clientTimeZone: string;
  /** When it was booked or last moved. */
  scheduledAt: Date;
  canceledByPk: number | null;
  canceledByName: string | null;
  cancelReason: string;
  /** Whether the student is an adult and keeps parents out of the room. */
  keepsParentsOut: boolean;
  /** Whether the room was closed for good, because the mentor was removed. */
  isRoomClosed: boolean;
  /** The pk of its meeting note, if one was written. */
  notePk: number | null;
}

export type MeetingPeriod = 'now' | 'upcoming' | 'past' | 'canceled';

/** The viewer, the filter and the page of a list of meetings. */
export interface MeetingListQuery {
  viewerPk: number;
  /** A parent's children, whose meetings the parent can see. */
  childPks: readonly number[];
  studentPk: number | null;
  period: MeetingPeriod | null;
  /** Only meetings that start in this time. */
  from: Date | null;
  to: Date | null;
  now: Date;
  after: { startsAt: string; pk: number } | null;
  limit: number;
}

/** A student without a recent meeting, with their mentor. */
export interface StudentWithoutMeeting {
  userPk: number;
  studentPk: number;
  student: string;
  last: Date;
}

/** The filter and position of students without a recent meeting, ordered by mentor and student. */
export interface WithoutMeetingQuery {
  now: Date;
  /** Null without a limit. */
  from: Date | null;
  before: Date;
  /** Null for all mentors. */
  mentorPk: number | null;
  after: { userPk: number; studentPk: number } | null;
  limit: number;
}

/** The columns of a {@link MeetingRow}, with the joins of {@link WITH_NAMES}. */
export const COLUMNS = `meeting.pk, meeting.name, meeting.simplybook_id AS "simplybookId", meeting.meet_id AS "meetId",
  meeting.provider_pk AS "providerPk", provider.full_name AS "providerName",
  meeting.client_pk AS "clientPk", client.full_name AS "clientName",
  meeting.starts_at AS "startsAt", meeting.ends_at AS "endsAt", notes.pk AS "notePk",
  meeting.status, meeting.sequence, meeting.series, meeting.scheduled_at AS "scheduledAt",
  provider.time_zone AS "providerTimeZone", client.time_zone AS "clientTimeZone",
  meeting.canceled_by_pk AS "canceledByPk", canceler.full_name AS "canceledByName",
  meeting.cancel_reason AS "cancelReason", ${keepsParentsOut('client')} AS "keepsParentsOut",
  meeting.room_closed AS "isRoomClosed"`;

export const WITH_NAMES = `
  JOIN users AS provider ON provider.pk = meeting.provider_pk
  JOIN users AS client ON client.pk = meeting.client_pk
  LEFT JOIN users AS canceler ON canceler.pk = meeting.canceled_by_pk
  LEFT JOIN notes ON notes.booked_meeting_pk = meeting.pk`;

/** The condition of each period. A meeting lasts at most a day, so the index on its start is enough. */
const PERIODS: Record<MeetingPeriod, (bindNow: () => string) => string> = {
  now: (bindNow) => {
    const now = bindNow();
    return `starts_at > ${now} - interval '1 day' AND starts_at <= ${now} AND ends_at > ${now}`;
  },
  upcoming: (bindNow) => `starts_at > ${bindNow()}`,
  past: (bindNow) => {
    const now = bindNow();
    return `starts_at < ${now} AND ends_at <= ${now}`;
  },
  canceled: () => `status = 'canceled'`,
};

/** The SQL of booked meetings. */
export class MeetingsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  findMany(pks: readonly number[]): Promise<MeetingRow[]> {
    return this.#database.query<MeetingRow>(
      `SELECT ${COLUMNS} FROM booked_meetings AS meeting ${WITH_NAMES} WHERE meeting.pk = ANY($1::int[])`,
      [pks],
    );
  }

  async findBySimplybookId(simplybookId: number): Promise<MeetingRow | undefined> {
    const [row] = await this.#database.query<MeetingRow>(
      `SELECT ${COLUMNS} FROM booked_meetings AS meeting ${WITH_NAMES} WHERE meeting.simplybook_id = $1`,
      [simplybookId],
    );
    return row;
  }

  async findByRoom(meetId: string): Promise<MeetingRow | undefined> {
    const [row] = await this.#database.query<MeetingRow>(
      `SELECT ${COLUMNS} FROM booked_meetings AS meeting ${WITH_NAMES} WHERE meeting.meet_id = $1`,
      [meetId],
    );
    return row;
  }

  /** Reads meetings by start: upcoming ones next first, others latest first. */
  list(query: MeetingListQuery): Promise<MeetingRow[]> {
    const values: unknown[] = [query.viewerPk];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const direction = query.period === 'upcoming' ? 'ASC' : 'DESC';
    const conditions = [
      ...(query.period === 'canceled' ? [] : [`status = 'booked'`]),
      ...(query.from === null ? [] : [`starts_at >= ${bind(query.from)}::timestamptz`]),
      ...(query.to === null ? [] : [`starts_at < ${bind(query.to)}::timestamptz`]),
      ...(query.period === null ? [] : [PERIODS[query.period](() => `${bind(query.now)}::timestamptz`)]),
      ...(query.studentPk === null ? [] : [`client_pk = ${bind(query.studentPk)}`]),
      ...(query.after === null
        ? []
        : [
            `(starts_at, pk) ${direction === 'ASC' ? '>' : '<'}
              (${bind(query.after.startsAt)}::timestamptz, ${bind(query.after.pk)}::int)`,
          ]),
    ];
    const end = `${conditions.map((condition) => ` AND ${condition}`).join('')}
      ORDER BY starts_at ${direction}, pk ${direction} LIMIT ${query.limit}`;
    const branches = [
      `(SELECT * FROM booked_meetings WHERE provider_pk = $1${end})`,
      `(SELECT * FROM booked_meetings WHERE client_pk = $1${end})`,
      ...(query.childPks.length === 0
        ? []
        : [
            `(SELECT of_child.* FROM unnest(${bind(query.childPks)}::int[]) AS child (pk) CROSS JOIN LATERAL (
              SELECT * FROM booked_meetings WHERE client_pk = child.pk${end}) AS of_child)`,
          ]),
    ];
    return this.#database.query<MeetingRow>(
      `SELECT ${COLUMNS}
      FROM (SELECT * FROM (${branches.join(' UNION ALL ')}) AS visible
        ORDER BY starts_at ${direction}, pk ${direction} LIMIT ${query.limit}) AS meeting ${WITH_NAMES}
      ORDER BY meeting.starts_at ${direction}, meeting.pk ${direction}`,
      values,
    );
  }

  /** Returns mentors with a student whose last meeting, or else the relation's start, was in a period. */
  withoutMeeting({
    now,
    from,
    before,
    mentorPk,
    after,
    limit,
  }: WithoutMeetingQuery): Promise<StudentWithoutMeeting[]> {
    return this.#database.query<StudentWithoutMeeting>(
      `SELECT relations.user_pk AS "userPk", student_pk AS "studentPk", student.full_name AS student, last
      FROM relations
      JOIN users AS student ON student.pk = student_pk AND student.disabled_at IS NULL
      CROSS JOIN LATERAL (
        SELECT greatest(relations.created_at, max(ends_at)) AS last FROM booked_meetings
        WHERE provider_pk = relations.user_pk AND client_pk = student_pk AND status = 'booked' AND starts_at <= $1) AS contact
      WHERE kind = 'mentor' AND last >= coalesce($2, '-infinity'::timestamptz) AND last < $3
        AND (relations.user_pk, student_pk) > ($4, $5) AND ($7::int IS NULL OR relations.user_pk = $7)
      ORDER BY relations.user_pk, student_pk LIMIT $6`,
      [now, from, before, after?.userPk ?? 0, after?.studentPk ?? 0, limit, mentorPk],
    );
  }
}
