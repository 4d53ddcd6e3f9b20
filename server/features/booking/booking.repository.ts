import { DEPARTURE_REASONS } from '#shared/booking/schema.ts';
import type { Period } from '#shared/booking/slots.ts';
import { ROOM_ENDS_HOURS } from '#shared/rooms/constants.ts';
import type { Database } from '../../db/database.ts';
import { lockFor } from '../../db/locks.ts';
import { availabilityJson, type StoredAvailability } from './availability.repository.ts';

/** The data that decides the free times of a mentor and a student. */
export interface BookingFacts {
  /** Whether the actor has meetings (MEET-046). */
  showMeetings: boolean;
  /** Whether the mentor is one of the student's. */
  areRelated: boolean;
  availability: StoredAvailability | null;
  mentor: Period[];
  student: Period[];
}

/** The people and the period of {@link BookingRepository.facts}. */
export interface FactsQuery {
  actorPk: number;
  mentorPk: number;
  studentPk: number;
  from: Date;
  to: Date;
  /** A meeting that is being moved, whose time does not count as taken. */
  exceptPk: number | null;
}

/** A mentor and a student who can meet. */
export interface PairRow {
  mentorPk: number;
  mentorName: string;
  studentPk: number;
  studentName: string;
  hasHours: boolean;
}

/** A meeting to store. */
export interface NewMeeting {
  name: string;
  meetId: string;
  mentorPk: number;
  studentPk: number;
  start: Date;
  end: Date;
  busyUntil: Date;
  series: string | null;
  bookedByPk: number;
  now: Date;
}

/** As double precision: `extract` returns numeric, which is several times slower. */
const EPOCH = (column: string) => `round(date_part('epoch', ${column}) * 1000)`;

/** Taken periods as pairs of milliseconds, which are written and parsed faster than dates. */
const PERIODS = (where: string, until: string) => `
  (SELECT coalesce(array_to_json(array_agg(ARRAY[${EPOCH('starts_at')}, ${EPOCH(until)}])), '[]')
  FROM booked_meetings WHERE ${where} AND status = 'booked' AND starts_at > $4 AND starts_at < $5
    AND pk IS DISTINCT FROM $6::int)`;

const toPeriod = ([start, end]: [number, number]): Period => ({ start: new Date(start), end: new Date(end) });

/**
 * Parsed availabilities by their JSON. They rarely change, and the starts of their days are cached with the object
 * (`shared/booking/slots.ts`).
 */
const parsedAvailabilities = new Map<string, StoredAvailability>();
const MAX_PARSED = 1_000;

function parseAvailability(json: string): StoredAvailability {
  let availability = parsedAvailabilities.get(json);
  if (availability === undefined) {
    if (parsedAvailabilities.size >= MAX_PARSED) parsedAvailabilities.clear();
    availability = JSON.parse(json) as StoredAvailability;
    parsedAvailabilities.set(json, availability);
  }
  return availability;
}

/**
 * Two days on each side: meetings before and after the search can overlap it or be on the same day in the mentor's time
 * zone.
 */
const MARGIN = 2 * 86_400_000;

/** The SQL of bookings in our own calendar. */
export class BookingRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Makes bookings of the same mentor or student wait for each other until the transaction ends. */
  async lock(mentorPk: number, studentPk: number): Promise<void> {
    await lockFor(this.#database, 'mentorBookings', mentorPk);
    await lockFor(this.#database, 'studentBookings', studentPk);
  }

  /** Reads the data that decides the free times; undefined if one of the two is missing or disabled. */
  async facts({
    actorPk,
    mentorPk,
    studentPk,
    from,
    to,
    exceptPk,
  }: FactsQuery): Promise<BookingFacts | undefined> {
    type Stored = Omit<BookingFacts, 'mentor' | 'student' | 'availability'> &
      Record<'mentor' | 'student', [number, number][]> & { availability: string | null };
    const [row] = await this.#database.query<Stored>(
      `SELECT (SELECT show_meetings FROM users WHERE pk = $1) AS "showMeetings",
        EXISTS (SELECT FROM relations WHERE student_pk = $3 AND user_pk = $2 AND kind = 'mentor') AS "areRelated",
        ${availabilityJson('$2')}::text AS availability,
        ${PERIODS(
          'provider_pk = $2',
          `coalesce(upper(busy), ends_at + make_interval(mins =>
            coalesce((SELECT buffer_minutes FROM availabilities WHERE mentor_pk = $2), 0)))`,
        )} AS mentor,
        ${PERIODS('client_pk = $3', 'ends_at')} AS student
      FROM users AS mentor, users AS student
      WHERE mentor.pk = $2 AND mentor.role = 'mentor' AND mentor.disabled_at IS NULL
        AND student.pk = $3 AND student.role = 'student' AND student.disabled_at IS NULL`,
      [
        actorPk,
        mentorPk,
        studentPk,
        new Date(from.getTime() - MARGIN),
        new Date(to.getTime() + MARGIN),
        exceptPk,
      ],
    );
    if (row === undefined) return undefined;
    return {
      ...row,
      availability: row.availability === null ? null : parseAvailability(row.availability),
      mentor: row.mentor.map(toPeriod),
      student: row.student.map(toPeriod),
    };
  }

  /** Returns students with their mentors; for a mentor, only the mentor's own students. */
  pairs(studentPks: readonly number[], mentorPk: number | null, limit: number): Promise<PairRow[]> {
    return this.#database.query(
      `SELECT mentor.pk AS "mentorPk", mentor.full_name AS "mentorName", student.pk AS "studentPk",
        student.full_name AS "studentName",
        EXISTS (SELECT FROM availability_hours WHERE mentor_pk = mentor.pk)
          OR EXISTS (SELECT FROM availability_overrides WHERE mentor_pk = mentor.pk AND end_minute > 0)
          AS "hasHours"
      FROM relations JOIN users AS mentor ON mentor.pk = relations.user_pk
        JOIN users AS student ON student.pk = relations.student_pk
      WHERE relations.kind = 'mentor' AND relations.student_pk = ANY($1::int[])
        AND ($2::int IS NULL OR mentor.pk = $2) AND mentor.disabled_at IS NULL AND student.disabled_at IS NULL
      ORDER BY student.full_name, student.pk, mentor.full_name, mentor.pk LIMIT $3`,
      [studentPks, mentorPk, limit],
    );
  }

  /** Returns whether a person has meetings (MEET-046). */
  async hasMeetings(userPk: number): Promise<boolean> {
    const [row] = await this.#database.query<{ showMeetings: boolean }>(
      'SELECT show_meetings AS "showMeetings" FROM users WHERE pk = $1',
      [userPk],
    );
    return row?.showMeetings === true;
  }

  /** Returns the students of meetings. */
  studentsOf(meetingPks: readonly number[]): Promise<{ pk: number; studentPk: number }[]> {
    return this.#database.query(
      'SELECT pk, client_pk AS "studentPk" FROM booked_meetings WHERE pk = ANY($1::int[])',
      [meetingPks],
    );
  }

  async insert(meeting: NewMeeting): Promise<number> {
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO booked_meetings (name, simplybook_id, meet_id, provider_pk, client_pk, starts_at, ends_at,
        busy, series, booked_by_pk, scheduled_at, created_at)
      VALUES ($1, nextval('own_meeting_numbers'), $2, $3, $4, $5, $6,
        tstzrange($5::timestamptz, $7::timestamptz), $8, $9, $10, $10) RETURNING pk`,
      [
        meeting.name,
        meeting.meetId,
        meeting.mentorPk,
        meeting.studentPk,
        meeting.start,
        meeting.end,
        meeting.busyUntil,
        meeting.series,
        meeting.bookedByPk,
        meeting.now,
      ],
    );
    return (row as { pk: number }).pk;
  }

  /** Moves a meeting. @returns false when someone else changed it since `sequence` */
  async move(
    pk: number,
    sequence: number,
    { start, end, busyUntil, now }: Pick<NewMeeting, 'start' | 'end' | 'busyUntil' | 'now'>,
  ): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE booked_meetings SET starts_at = $3, ends_at = $4, scheduled_at = $6, sequence = sequence + 1,
        busy = tstzrange($3::timestamptz, $5::timestamptz)
      WHERE pk = $1 AND sequence = $2 AND status = 'booked' RETURNING pk`,
      [pk, sequence, start, end, busyUntil, now],
    );
    return rows.length > 0;
  }

  /** Cancels a meeting. @returns false when someone else changed it since `sequence` */
  async cancel(
    pk: number,
    sequence: number,
    { byPk, reason, now }: { byPk: number; reason: string; now: Date },
  ): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE booked_meetings SET status = 'canceled', canceled_at = $3, canceled_by_pk = $4, cancel_reason = $5,
        sequence = sequence + 1
      WHERE pk = $1 AND sequence = $2 AND status = 'booked' RETURNING pk`,
      [pk, sequence, now, byPk, reason],
    );
    return rows.length > 0;
  }

  /**
   * Cancels the meetings of a person that have not started; for a disabled person, also those that have not ended.
   * @param departure what happens to the account
   * @returns them by start, with their students
   */
  cancelAllOf(
    personPk: number,
    departure: 'deleted' | 'disabled',
    now: Date,
  ): Promise<{ pk: number; studentPk: number }[]> {
    const isDisabled = departure === 'disabled';
    return this.#database.query(
      `WITH canceled AS (
        UPDATE booked_meetings SET status = 'canceled', canceled_at = $2, sequence = sequence + 1,
          cancel_reason = CASE WHEN provider_pk = $1 THEN $3 ELSE $4 END
        WHERE $1 IN (provider_pk, client_pk) AND status = 'booked'
          AND (starts_at > $2 OR ($5::boolean AND ends_at > $2))
        RETURNING pk, client_pk AS "studentPk", starts_at)
      SELECT pk, "studentPk" FROM canceled ORDER BY starts_at, pk`,
      [
        personPk,
        now,
        isDisabled ? DEPARTURE_REASONS.disabledMentor : DEPARTURE_REASONS.mentor,
        isDisabled ? DEPARTURE_REASONS.disabledStudent : DEPARTURE_REASONS.student,
        isDisabled,
      ],
    );
  }

  /**
   * Cancels the meetings of a removed mentor and the student that have not ended, and closes the rooms of those that have
   * just ended.
   * @returns the pks of the canceled meetings, by start
   */
  async cancelAllOfPair(mentorPk: number, studentPk: number, now: Date): Promise<number[]> {
    await this.#database.query(
      `UPDATE booked_meetings SET room_closed = true
      WHERE provider_pk = $1 AND client_pk = $2 AND ends_at > $3::timestamptz - make_interval(hours => $4)`,
      [mentorPk, studentPk, now, ROOM_ENDS_HOURS],
    );
    const rows = await this.#database.query<{ pk: number }>(
      `WITH canceled AS (
        UPDATE booked_meetings SET status = 'canceled', canceled_at = $3, sequence = sequence + 1, cancel_reason = $4
        WHERE provider_pk = $1 AND client_pk = $2 AND status = 'booked' AND ends_at > $3
        RETURNING pk, starts_at)
      SELECT pk FROM canceled ORDER BY starts_at, pk`,
      [mentorPk, studentPk, now, DEPARTURE_REASONS.relation],
    );
    return rows.map(({ pk }) => pk);
  }
}
