import type { Selectable } from 'kysely';
import type { Period } from '#shared/booking/slots.ts';
import type { Database } from '../../../db/database.ts';
import type { SimplybookTables } from '../../../db/tables/simplybook.ts';
import type { Pair, Search } from '../../booking/booking-rules.service.ts';

/** A meeting that is being booked in SimplyBook.me. */
export interface StoredRequest extends Omit<
  Selectable<SimplybookTables['simplybookRequests']>,
  'company' | 'minutes' | 'claimedUntil' | 'createdAt'
> {
  actorName: string;
  /** Whether a process works on it. */
  isClaimed: boolean;
}

/** A request to store. */
export type NewRequest = Omit<
  StoredRequest,
  'pk' | 'actorName' | 'key' | 'state' | 'bookingId' | 'isClaimed'
> & { minutes: number };

const COLUMNS = `pk, actor_pk AS "actorPk", key, position, (SELECT full_name FROM users WHERE users.pk = actor_pk) AS "actorName",
  coalesce(claimed_until > now(), false) AS "isClaimed", input_hash AS "inputHash", mentor_pk AS "mentorPk",
  student_pk AS "studentPk", provider_id AS "providerId", client_id AS "clientId", starts_at AS "startsAt", topic, series,
  state, booking_id AS "bookingId"`;

/**
 * The bookings in progress (`simplybook_requests`). They are stored before SimplyBook.me is called, so that a crash
 * before our meeting exists neither loses nor repeats a booking. A request goes from `open` to `done` (its meeting
 * exists), or to `undo` and is deleted (its booking there must be canceled).
 */
export class SimplybookRequestsRepository {
  readonly #database: Database;
  readonly #company: string;

  constructor(database: Database, company: string) {
    this.#database = database;
    this.#company = company;
  }

  /** Stores the requests of a key; a known one is kept. */
  async insert(rows: readonly NewRequest[], { key, now }: { key: string; now: Date }): Promise<void> {
    for (const row of rows) {
      await this.#database.query(
        `INSERT INTO simplybook_requests (company, actor_pk, key, position, input_hash, mentor_pk, student_pk,
          provider_id, client_id, starts_at, minutes, topic, series, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING`,
        [
          this.#company,
          row.actorPk,
          key,
          row.position,
          row.inputHash,
          row.mentorPk,
          row.studentPk,
          row.providerId,
          row.clientId,
          row.startsAt,
          row.minutes,
          row.topic,
          row.series,
          now,
        ],
      );
    }
  }

  /** Returns the requests of a key, in order: one for each meeting of a series. */
  ofKey(actorPk: number, key: string): Promise<StoredRequest[]> {
    return this.#database.query(
      `SELECT ${COLUMNS} FROM simplybook_requests
      WHERE company = $1 AND actor_pk = $2 AND key = $3 ORDER BY position`,
      [this.#company, actorPk, key],
    );
  }

  /**
   * Finds the unfinished request that a booking belongs to. Of several, prefers one that a process is booking
   * now.
   */
  async findFor(booking: {
    id: number;
    providerId: number;
    clientId: number;
    start: Date;
  }): Promise<StoredRequest | undefined> {
    const [row] = await this.#database.query<StoredRequest>(
      `SELECT ${COLUMNS} FROM simplybook_requests
      WHERE company = $1 AND state <> 'done' AND (booking_id = $5
        OR (booking_id IS NULL AND provider_id = $2 AND client_id = $3 AND starts_at = $4))
      ORDER BY booking_id NULLS LAST, coalesce(claimed_until > now(), false) DESC, pk LIMIT 1`,
      [this.#company, booking.providerId, booking.clientId, booking.start, booking.id],
    );
    return row;
  }

  /** Returns requests that no process works on. */
  abandoned(limit: number): Promise<StoredRequest[]> {
    return this.#database.query(
      `SELECT ${COLUMNS} FROM simplybook_requests
      WHERE company = $1 AND state <> 'done' AND coalesce(claimed_until, created_at + interval '2 minutes') < now()
      ORDER BY pk LIMIT $2`,
      [this.#company, limit],
    );
  }

  /** Reserves an unfinished request for this process. @returns whether nobody else has it */
  async claim(pk: number, seconds: number): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE simplybook_requests SET claimed_until = now() + make_interval(secs => $2)
      WHERE pk = $1 AND state <> 'done' AND (claimed_until IS NULL OR claimed_until < now()) RETURNING pk`,
      [pk, seconds],
    );
    return rows.length > 0;
  }

  /** Ends the reservation of {@link claim}. */
  async release(pk: number): Promise<void> {
    await this.#database.query('UPDATE simplybook_requests SET claimed_until = NULL WHERE pk = $1', [pk]);
  }

  /** Stores the number of the booking there, before the meeting exists. */
  async setBooking(pk: number, bookingId: number): Promise<void> {
    await this.#database.query('UPDATE simplybook_requests SET booking_id = $2 WHERE pk = $1', [
      pk,
      bookingId,
    ]);
  }

  /** Marks a request whose meeting exists, and stores its booking. */
  async markDone(pk: number, bookingId: number): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_requests SET booking_id = $2, state = 'done', claimed_until = NULL WHERE pk = $1`,
      [pk, bookingId],
    );
  }

  /** Marks requests of a key whose bookings must be canceled there. */
  async markUndo(actorPk: number, key: string): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_requests SET state = 'undo' WHERE company = $1 AND actor_pk = $2 AND key = $3`,
      [this.#company, actorPk, key],
    );
  }

  /** Deletes a request whose booking is canceled there. */
  async delete(pk: number): Promise<void> {
    await this.#database.query('DELETE FROM simplybook_requests WHERE pk = $1', [pk]);
  }

  /** Returns the bookings that are not known as the booking of another request, or as an existing meeting. */
  async withoutOthers({ pk }: StoredRequest, bookingIds: readonly number[]): Promise<number[]> {
    const rows = await this.#database.query<{ id: number }>(
      `SELECT id FROM unnest($3::int[]) AS found (id)
      WHERE NOT EXISTS (SELECT FROM simplybook_requests WHERE company = $1 AND pk <> $2 AND booking_id = id)
        AND NOT EXISTS (SELECT FROM simplybook_bookings
          WHERE company = $1 AND booking_id = id AND meeting_pk IS NOT NULL)
      ORDER BY id`,
      [this.#company, pk, bookingIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns whether a process is booking the same time for another request, whose booking is not stored yet. */
  async isBookedByAnotherRequest(row: StoredRequest): Promise<boolean> {
    const rows = await this.#database.query(
      `SELECT FROM simplybook_requests WHERE company = $1 AND pk <> $2 AND provider_id = $3 AND client_id = $4
        AND starts_at = $5 AND state = 'open' AND booking_id IS NULL AND claimed_until > now()`,
      [this.#company, row.pk, row.providerId, row.clientId, row.startsAt],
    );
    return rows.length > 0;
  }

  /**
   * Returns how many meetings of a student are being booked. Leaves out those at some times, because a student can have
   * only one meeting at a time.
   */
  async countPending(studentPk: number, except: readonly Date[]): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM simplybook_requests
      WHERE company = $1 AND student_pk = $2 AND state = 'open' AND starts_at <> ALL($3::timestamptz[])`,
      [this.#company, studentPk, except],
    );
    return row?.count ?? 0;
  }

  /** Returns the times of a student's bookings and moves with other mentors that are being made, around a period. */
  pendingWithOthers(pair: Pair, period: Pick<Search, 'from' | 'to'>): Promise<Period[]> {
    return this.#pending('student_pk = $2 AND mentor_pk <> $3', pair, period);
  }

  /** Returns the times of a mentor's and a student's bookings and moves that are being made, around a period. */
  pendingOf(pair: Pair, period: Pick<Search, 'from' | 'to'>): Promise<Period[]> {
    return this.#pending('(student_pk = $2 OR mentor_pk = $3)', pair, period);
  }

  #pending(
    condition: string,
    { studentPk, mentorPk }: Pair,
    { from, to }: Pick<Search, 'from' | 'to'>,
  ): Promise<Period[]> {
    return this.#database.query(
      `SELECT start, "end" FROM (
        SELECT student_pk, mentor_pk, starts_at AS start, starts_at + make_interval(mins => minutes) AS "end"
        FROM simplybook_requests WHERE company = $1 AND state = 'open'
        UNION ALL
        SELECT client_pk, provider_pk, moving_to, moving_to + (ends_at - starts_at)
        FROM simplybook_bookings JOIN booked_meetings AS meeting ON meeting.pk = meeting_pk
        WHERE company = $1 AND status = 'booked' AND moving_until > now()) AS pending
      WHERE ${condition} AND start > $4::timestamptz - interval '1 day' AND start < $5::timestamptz + interval '1 day'`,
      [this.#company, studentPk, mentorPk, from, to],
    );
  }
}
