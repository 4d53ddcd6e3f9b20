import { DEPARTURE_REASONS } from '#shared/booking/schema.ts';
import type { Period } from '#shared/booking/slots.ts';
import type { StoredMeetingStatus } from '#shared/meetings/policy.ts';
import type { Database } from '../../../db/database.ts';

/** A meeting that was booked in SimplyBook.me. */
export interface SyncedMeeting {
  pk: number;
  status: StoredMeetingStatus;
  providerPk: number;
  clientPk: number;
  /** The client there; null when it is unknown. */
  clientId: number | null;
  startsAt: Date;
  endsAt: Date;
  name: string;
  series: string | null;
  bookedByPk: number | null;
  /**
   * Whether it was canceled because its mentor was removed, and the two are still not related, or because one of them was
   * disabled and still is.
   */
  endedByDeparture: boolean;
}

/** The booking of a meeting, with its people there as GoPath knows them. */
export interface BookingOfMeeting {
  id: number;
  meetingPk: number;
  studentPk: number;
  /** The mentor's numbers there. */
  providerIds: number[];
  /** The client there; null when it is unknown. */
  clientId: number | null;
}

/** The time and people of a meeting. */
export interface MeetingTime {
  mentorPk: number;
  studentPk: number;
  start: Date;
  end: Date;
}

/**
 * The bookings there and their meetings (`simplybook_bookings`, `booked_meetings`). Each booking has one meeting,
 * found by its number. Reads of bookings are numbered, so that an older read never replaces a newer one.
 */
export class SimplybookBookingsRepository {
  readonly #database: Database;
  readonly #company: string;

  constructor(database: Database, company: string) {
    this.#database = database;
    this.#company = company;
  }

  /** Returns the number of a read that starts now. */
  async nextRead(): Promise<number> {
    const [row] = await this.#database.query<{ number: number }>(
      `SELECT nextval('simplybook_reads') AS number`,
    );
    return (row as { number: number }).number;
  }

  /**
   * Makes changes of a booking wait for each other, and stores the read and its client.
   * @param clientId null keeps the stored client
   * @returns false when a newer read is stored
   */
  async acceptRead(bookingId: number, readNumber: number, clientId: number | null = null): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO simplybook_bookings AS stored (company, booking_id, read_number, client_id)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (company, booking_id) DO UPDATE SET read_number = excluded.read_number,
        client_id = coalesce(excluded.client_id, stored.client_id)
        WHERE stored.read_number <= excluded.read_number
      RETURNING booking_id`,
      [this.#company, bookingId, readNumber, clientId],
    );
    return rows.length > 0;
  }

  /** Stores the read of known bookings, also when nothing was applied. A newer one is kept. */
  async markRead(bookingIds: readonly number[], readNumber: number): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_bookings SET read_number = $3
      WHERE company = $1 AND booking_id = ANY($2::int[]) AND read_number < $3`,
      [this.#company, bookingIds, readNumber],
    );
  }

  /** Returns coming bookings of some days that the reads since a number did not contain, longest unread first. */
  async unlisted(of: { firstRead: number; from: Date; to: Date; limit: number }): Promise<number[]> {
    const rows = await this.#database.query<{ id: number }>(
      `SELECT booking_id AS id FROM simplybook_bookings JOIN booked_meetings AS meeting ON meeting.pk = meeting_pk
      WHERE company = $1 AND read_number < $2 AND status = 'booked' AND starts_at >= $3 AND starts_at < $4
      ORDER BY read_number, starts_at, booking_id LIMIT $5`,
      [this.#company, of.firstRead, of.from, of.to, of.limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Finds the meeting of a booking. */
  async find(bookingId: number): Promise<SyncedMeeting | undefined> {
    const [row] = await this.#database.query<SyncedMeeting>(
      `SELECT pk, status, provider_pk AS "providerPk", client_pk AS "clientPk", starts_at AS "startsAt",
        ends_at AS "endsAt", name, series, booked_by_pk AS "bookedByPk",
        (SELECT client_id FROM simplybook_bookings WHERE company = $2 AND booking_id = $1) AS "clientId",
        (cancel_reason = $3 AND NOT EXISTS (
          SELECT FROM relations WHERE student_pk = client_pk AND user_pk = provider_pk))
        OR (cancel_reason IN ($4, $5) AND EXISTS (
          SELECT FROM users WHERE users.pk IN (client_pk, provider_pk) AND disabled_at IS NOT NULL)) AS "endedByDeparture"
      FROM booked_meetings WHERE simplybook_id = $1`,
      [
        bookingId,
        this.#company,
        DEPARTURE_REASONS.relation,
        DEPARTURE_REASONS.disabledMentor,
        DEPARTURE_REASONS.disabledStudent,
      ],
    );
    return row;
  }

  /** Finds the meeting of a booking, and makes other changes of it wait. Call it in a transaction. */
  async findLocked(bookingId: number): Promise<SyncedMeeting | undefined> {
    // A separate statement: one that waits for the removal of a mentor would still find the relation.
    await this.#database.query('SELECT FROM booked_meetings WHERE simplybook_id = $1 FOR UPDATE', [
      bookingId,
    ]);
    return this.find(bookingId);
  }

  /** Inserts the meeting of a booking. It has no `busy`, because SimplyBook.me decides what overlaps. */
  async insert(
    bookingId: number,
    meeting: MeetingTime & {
      name: string;
      meetId: string;
      series: string | null;
      bookedByPk: number | null;
      now: Date;
    },
  ): Promise<number> {
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO booked_meetings (name, simplybook_id, meet_id, provider_pk, client_pk, starts_at, ends_at,
        series, booked_by_pk, scheduled_at, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING pk`,
      [
        meeting.name,
        bookingId,
        meeting.meetId,
        meeting.mentorPk,
        meeting.studentPk,
        meeting.start,
        meeting.end,
        meeting.series,
        meeting.bookedByPk,
        meeting.now,
      ],
    );
    const { pk } = row as { pk: number };
    await this.#database.query(
      'UPDATE simplybook_bookings SET meeting_pk = $3 WHERE company = $1 AND booking_id = $2',
      [this.#company, bookingId, pk],
    );
    return pk;
  }

  /** Sets the time of a meeting, and books it again if it was canceled. */
  async rebook(pk: number, { start, end, now }: { start: Date; end: Date; now: Date }): Promise<void> {
    await this.#database.query(
      `UPDATE booked_meetings SET status = 'booked', canceled_at = NULL, canceled_by_pk = NULL, cancel_reason = '',
        starts_at = $2, ends_at = $3, scheduled_at = $4, room_closed = false, sequence = sequence + 1
      WHERE pk = $1`,
      [pk, start, end, now],
    );
  }

  /** Cancels a booked meeting. */
  async cancel(pk: number, change: { byPk: number | null; reason: string; now: Date }): Promise<void> {
    await this.#database.query(
      `UPDATE booked_meetings SET status = 'canceled', canceled_at = $2, canceled_by_pk = $3, cancel_reason = $4,
        sequence = sequence + 1
      WHERE pk = $1 AND status = 'booked'`,
      [pk, change.now, change.byPk, change.reason],
    );
  }

  /** Gives a meeting another number, so that its booking can have a new meeting. */
  async detach(pk: number): Promise<void> {
    await this.#database.query(
      `UPDATE booked_meetings SET simplybook_id = nextval('own_meeting_numbers') WHERE pk = $1`,
      [pk],
    );
  }

  /** Returns whether a meeting was booked there. */
  async isBookedThere(meetingPk: number): Promise<boolean> {
    const rows = await this.#database.query(
      'SELECT FROM simplybook_bookings WHERE company = $1 AND meeting_pk = $2',
      [this.#company, meetingPk],
    );
    return rows.length > 0;
  }

  /** Returns when a mentor has meetings that were not booked there, around a period. */
  meetingsElsewhere(mentorPk: number, { from, to }: { from: Date; to: Date }): Promise<Period[]> {
    return this.#database.query(
      `SELECT starts_at AS start, greatest(ends_at, upper(busy)) AS "end" FROM booked_meetings AS meeting
      WHERE provider_pk = $2 AND status = 'booked' AND starts_at > $3::timestamptz - interval '1 day'
        AND starts_at < $4::timestamptz + interval '1 day' AND NOT EXISTS (
          SELECT FROM simplybook_bookings WHERE company = $1 AND meeting_pk = meeting.pk)`,
      [this.#company, mentorPk, from, to],
    );
  }

  /** Returns the bookings of meetings; meetings of our own calendar have none. */
  bookingsOf(meetingPks: readonly number[]): Promise<BookingOfMeeting[]> {
    return this.#database.query(
      `SELECT booking_id AS id, meeting_pk AS "meetingPk", client_pk AS "studentPk", client_id AS "clientId",
        ARRAY(SELECT person.simplybook_id FROM simplybook_people AS person
          WHERE person.company = $1 AND kind = 'provider' AND user_pk = provider_pk) AS "providerIds"
      FROM simplybook_bookings JOIN booked_meetings AS meeting ON meeting.pk = meeting_pk
      WHERE company = $1 AND meeting_pk = ANY($2::int[])`,
      [this.#company, meetingPks],
    );
  }

  /** Returns the meetings of bookings, by start. */
  async meetingsOf(bookingIds: readonly number[]): Promise<number[]> {
    const rows = await this.#database.query<{ pk: number }>(
      `SELECT meeting.pk FROM simplybook_bookings JOIN booked_meetings AS meeting ON meeting.pk = meeting_pk
      WHERE company = $1 AND booking_id = ANY($2::int[]) ORDER BY starts_at`,
      [this.#company, bookingIds],
    );
    return rows.map(({ pk }) => pk);
  }
}
