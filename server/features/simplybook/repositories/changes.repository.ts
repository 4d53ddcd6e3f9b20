import type { Database } from '../../../db/database.ts';

/** Who is canceling a meeting in GoPath, and why. */
export interface StartedCancellation {
  pk: number;
  fullName: string;
  reason: string;
}

/** Who is moving a meeting in GoPath. */
export type StartedMove = Omit<StartedCancellation, 'reason'>;

/**
 * The moves and cancellations that a person has started and whose answer GoPath waits for (columns `changing_until` and
 * `moving_*` of `simplybook_bookings`, and `simplybook_cancellations`). The order: `claim` and `start…` in one
 * transaction, then the call, then `end…` by whoever applies the result first (the answer, a callback or the sync), then
 * `release`. A start that is too old is ignored.
 */
export class SimplybookChangesRepository {
  readonly #database: Database;
  readonly #company: string;

  constructor(database: Database, company: string) {
    this.#database = database;
    this.#company = company;
  }

  /** Reserves the change of a booking's meeting for one request. @returns whether no other request has it */
  async claim(bookingId: number, seconds: number): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE simplybook_bookings SET changing_until = clock_timestamp() + make_interval(secs => $3)
      WHERE company = $1 AND booking_id = $2 AND (changing_until IS NULL OR changing_until < clock_timestamp())
      RETURNING booking_id`,
      [this.#company, bookingId, seconds],
    );
    return rows.length > 0;
  }

  /** Ends the reservation of {@link claim}. */
  async release(bookingId: number): Promise<void> {
    await this.#database.query(
      'UPDATE simplybook_bookings SET changing_until = NULL WHERE company = $1 AND booking_id = $2',
      [this.#company, bookingId],
    );
  }

  /** Stores who is moving a meeting there, and to which time. Replaces an earlier move. */
  async startMove(
    bookingId: number,
    { to, actorPk, seconds }: { to: Date; actorPk: number; seconds: number },
  ): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_bookings SET moving_to = $3, moving_by_pk = $4,
        moving_until = now() + make_interval(secs => $5)
      WHERE company = $1 AND booking_id = $2`,
      [this.#company, bookingId, to, actorPk, seconds],
    );
  }

  /**
   * Deletes a started move that has a result. A later move of the meeting to another time is kept.
   * @returns who moved the meeting; undefined when there is no such move, or it is too old
   */
  async endMove(bookingId: number, to: Date): Promise<StartedMove | undefined> {
    // The second row is the booking before the change.
    const [row] = await this.#database.query<StartedMove & { isValid: boolean }>(
      `UPDATE simplybook_bookings AS booking SET moving_to = NULL, moving_by_pk = NULL, moving_until = NULL
      FROM simplybook_bookings AS before LEFT JOIN users ON users.pk = before.moving_by_pk
      WHERE booking.company = $1 AND booking.booking_id = $2 AND booking.moving_to = $3
        AND before.company = booking.company AND before.booking_id = booking.booking_id
      RETURNING users.pk, full_name AS "fullName", users.pk IS NOT NULL AND before.moving_until > now() AS "isValid"`,
      [this.#company, bookingId, to],
    );
    return row?.isValid === true ? row : undefined;
  }

  /** Stores who is canceling a meeting, and why. Replaces an earlier cancellation. */
  async startCancellation(
    meetingPk: number,
    { actorPk, reason, seconds }: { actorPk: number; reason: string; seconds: number },
  ): Promise<void> {
    await this.#database.query(
      `INSERT INTO simplybook_cancellations (meeting_pk, actor_pk, reason, valid_until)
      VALUES ($1, $2, $3, now() + make_interval(secs => $4))
      ON CONFLICT (meeting_pk) DO UPDATE SET actor_pk = excluded.actor_pk, reason = excluded.reason,
        valid_until = excluded.valid_until`,
      [meetingPk, actorPk, reason, seconds],
    );
  }

  /** Deletes the started cancellation of a meeting. @returns undefined when there is none, or it is too old */
  async endCancellation(meetingPk: number): Promise<StartedCancellation | undefined> {
    const [row] = await this.#database.query<StartedCancellation & { isValid: boolean }>(
      `DELETE FROM simplybook_cancellations USING users WHERE meeting_pk = $1 AND users.pk = actor_pk
      RETURNING actor_pk AS pk, full_name AS "fullName", reason, valid_until > now() AS "isValid"`,
      [meetingPk],
    );
    return row?.isValid === true ? row : undefined;
  }
}
