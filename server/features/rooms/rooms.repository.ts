import type { Database } from '../../db/database.ts';
import { MAX_DEVICES, MAX_PEOPLE, SEAT_SECONDS } from '#shared/rooms/constants.ts';
import { keepsParentsOut } from '../../db/keeps-parents-out.ts';
import { lockFor } from '../../db/locks.ts';

/** A taken seat, as the others see it. */
export interface SeatRow {
  meetingPk: number;
  peerId: string;
  userPk: number;
  name: string;
  isProvider: boolean;
  isClient: boolean;
  admitted: boolean;
  connected: boolean;
}

/** A seat with the time when its person entered the room; null while they wait to be let in. */
export interface HeldSeat extends SeatRow {
  joinedAt: Date | null;
}

/** Someone who can join a meeting. */
export interface InvitedRow {
  pk: number;
  fullName: string;
  role: 'provider' | 'client' | 'guest';
}

/** A new seat; secrets are stored as hashes. */
export interface NewSeat {
  peerId: string;
  meetingPk: number;
  userPk: number;
  isProvider: boolean;
  admitted: boolean;
  secretHash: string;
  ticketHash: string;
}

/** A seat that is already taken when a person reserves one. */
interface TakenRow {
  pk: number;
  peerId: string;
  isOwn: boolean;
  isProvider: boolean;
  connected: boolean;
}

/** A person who was let in to a room. */
export interface AdmittedRow {
  meetId: string;
  name: string;
  isProvider: boolean;
}

/** How long a ticket can be used. */
const TICKET = `interval '30 seconds'`;

const SEAT_EXPIRED = `left_at IS NULL AND seen_at < now() - interval '${SEAT_SECONDS} seconds'
  AND (ticket_expires_at IS NULL OR ticket_expires_at < now())`;

/** Whether the connection of a visit broke less than a minute ago. Someone who left or was kept out has no secret. */
const JUST_LOST = `lost.secret_hash <> '' AND lost.seen_at > now() - interval '60 seconds'`;

/** The people of a meeting and their parts: `canJoinMeeting` (shared/meetings/policy.ts) in SQL. */
const PEOPLE = `booked_meetings AS meeting CROSS JOIN LATERAL (
    SELECT provider_pk AS pk, 'provider' AS role, 1 AS position UNION ALL SELECT client_pk, 'client', 2
    UNION ALL SELECT user_pk, 'guest', 3 FROM relations JOIN users AS student ON student.pk = student_pk
      WHERE student_pk = client_pk AND kind = 'parent' AND NOT ${keepsParentsOut('student')}
  ) AS entry JOIN users ON users.pk = entry.pk AND users.disabled_at IS NULL AND meeting.status = 'booked'
    AND NOT meeting.room_closed`;

/** Whether the person of a row with a meeting and a person still belongs to the meeting. */
const stillBelongs = (row: string) => `EXISTS (
  SELECT FROM ${PEOPLE} WHERE meeting.pk = ${row}.meeting_pk AND users.pk = ${row}.user_pk)`;

const STILL_BELONGS = stillBelongs('room_visits');

/** Returns whether there is no seat left for a person. One of the seats is kept for the provider. */
function isFullFor({ isProvider }: NewSeat, taken: readonly TakenRow[]): boolean {
  if (taken.length >= MAX_PEOPLE) return true;
  return !isProvider && taken.filter((seat) => !seat.isProvider).length >= MAX_PEOPLE - 1;
}

/**
 * Returns the person's own seat that a new one replaces: the first one when the new device is one too many, or a
 * disconnected one when the room is full.
 */
function seatToReplace(taken: readonly TakenRow[], isFull: boolean): TakenRow | undefined {
  const own = taken.filter(({ isOwn }) => isOwn);
  if (own.length >= MAX_DEVICES) return own[0];
  return isFull ? own.find(({ connected }) => !connected) : undefined;
}

/** The SQL of seats and visits of meeting rooms. Times are the database's, because several processes write them. */
export class RoomsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the provider, the client and the client's parents, unless they are kept out. */
  invited(meetingPk: number): Promise<InvitedRow[]> {
    return this.#database.query<InvitedRow>(
      `SELECT users.pk, full_name AS "fullName", entry.role FROM ${PEOPLE}
      WHERE meeting.pk = $1 ORDER BY position, users.pk`,
      [meetingPk],
    );
  }

  /** Ends seats that nobody holds anymore. @returns their meetings */
  async endExpired(): Promise<number[]> {
    // Deletes seats that nobody connected to: they are not attendance.
    await this.#database.query(`DELETE FROM room_visits WHERE joined_at IS NULL AND ${SEAT_EXPIRED}`);
    const rows = await this.#database.query<{ meetingPk: number }>(
      `UPDATE room_visits SET left_at = seen_at, connected = false WHERE ${SEAT_EXPIRED}
      RETURNING meeting_pk AS "meetingPk"`,
    );
    return [...new Set(rows.map(({ meetingPk }) => meetingPk))];
  }

  /**
   * Reserves a seat, one person after the other. A person's third device replaces another one: one whose connection is
   * broken, else one that waits to be let in, else the oldest.
   * @returns the seat that was replaced, if any; null when the room is full
   */
  addSeat(seat: NewSeat): Promise<{ replaced: string | undefined } | null> {
    return this.#database.transaction(async () => {
      await lockFor(this.#database, 'seats', seat.meetingPk);
      // A person's abandoned ticket must not count as one of their devices.
      await this.#database.query(
        `DELETE FROM room_visits WHERE meeting_pk = $1 AND user_pk = $2 AND connection IS NULL`,
        [seat.meetingPk, seat.userPk],
      );
      const taken = await this.#database.query<TakenRow>(
        `SELECT room_visits.pk, peer_id AS "peerId", connected, user_pk = $2 AS "isOwn", user_pk = provider_pk AS "isProvider"
        FROM room_visits JOIN booked_meetings AS meeting ON meeting.pk = meeting_pk
        WHERE meeting_pk = $1 AND left_at IS NULL AND NOT (${SEAT_EXPIRED})
        ORDER BY connected, admitted, room_visits.pk`,
        [seat.meetingPk, seat.userPk],
      );
      const isFull = isFullFor(seat, taken);
      const replaced = seatToReplace(taken, isFull);
      if (replaced === undefined && isFull) return null;
      if (replaced !== undefined) await this.#endReplaced(replaced.pk);
      await this.#database.query(
        `INSERT INTO room_visits
          (peer_id, meeting_pk, user_pk, admitted, secret_hash, ticket_hash, ticket_expires_at)
        VALUES ($1, $2, $3, $4, $5, $6, now() + ${TICKET})`,
        [seat.peerId, seat.meetingPk, seat.userPk, seat.admitted, seat.secretHash, seat.ticketHash],
      );
      return { replaced: replaced?.peerId };
    });
  }

  async #endReplaced(pk: number): Promise<void> {
    // Deletes seats that nobody connected to: they are not attendance.
    await this.#database.query(`DELETE FROM room_visits WHERE pk = $1 AND joined_at IS NULL`, [pk]);
    await this.#database.query(
      `UPDATE room_visits SET left_at = CASE WHEN connected THEN now() ELSE seen_at END, connected = false
      WHERE pk = $1`,
      [pk],
    );
  }

  /** Gives a taken seat a new ticket. @returns false when the seat ended or belongs to someone else */
  async renewTicket(seat: Omit<NewSeat, 'admitted' | 'isProvider'>): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE room_visits SET ticket_hash = $5, ticket_expires_at = now() + ${TICKET}, seen_at = now()
      WHERE peer_id = $1 AND meeting_pk = $2 AND user_pk = $3 AND secret_hash = $4 AND left_at IS NULL
        AND NOT (${SEAT_EXPIRED})
      RETURNING pk`,
      [seat.peerId, seat.meetingPk, seat.userPk, seat.secretHash, seat.ticketHash],
    );
    return rows.length === 1;
  }

  /** Uses a ticket once: the connection holds its seat. */
  async connect(ticketHash: string, meetId: string, connection: string): Promise<HeldSeat | undefined> {
    const [row] = await this.#database.query<HeldSeat>(
      `UPDATE room_visits SET ticket_hash = NULL, ticket_expires_at = NULL, connection = $3, connected = true,
        seen_at = now(), joined_at = CASE WHEN admitted THEN coalesce(joined_at, now()) END
      FROM booked_meetings AS meeting
      WHERE ticket_hash = $1 AND ticket_expires_at > now() AND left_at IS NULL
        AND meeting.pk = meeting_pk AND meeting.meet_id = $2 AND ${STILL_BELONGS}
      RETURNING meeting_pk AS "meetingPk", peer_id AS "peerId", user_pk AS "userPk", admitted, connected,
        provider_pk = user_pk AS "isProvider", client_pk = user_pk AS "isClient",
        (SELECT full_name FROM users WHERE users.pk = user_pk) AS name,
        CASE WHEN admitted THEN least(joined_at, (SELECT min(lost.joined_at) FROM room_visits AS lost
          WHERE lost.meeting_pk = meeting.pk AND lost.user_pk = room_visits.user_pk AND ${JUST_LOST})) END AS "joinedAt"`,
      [ticketHash, meetId, connection],
    );
    return row;
  }

  /** Returns the seats of rooms that a browser has connected to, in the order of their arrival. */
  seats(meetingPks: readonly number[]): Promise<SeatRow[]> {
    return this.#database.query<SeatRow>(
      `SELECT meeting_pk AS "meetingPk", peer_id AS "peerId", user_pk AS "userPk", full_name AS name, admitted,
        connected, provider_pk = user_pk AS "isProvider", client_pk = user_pk AS "isClient"
      FROM room_visits JOIN users ON users.pk = user_pk JOIN booked_meetings AS meeting ON meeting.pk = meeting_pk
      WHERE meeting_pk = ANY($1::int[]) AND left_at IS NULL AND connection IS NOT NULL
      ORDER BY room_visits.pk`,
      [meetingPks],
    );
  }

  /** Returns the person of a connection who was let in and still belongs to the meeting. */
  async admitted(connection: string): Promise<AdmittedRow | undefined> {
    const [row] = await this.#database.query<AdmittedRow>(
      `SELECT meet_id AS "meetId", full_name AS name, provider_pk = user_pk AS "isProvider"
      FROM room_visits JOIN users ON users.pk = user_pk JOIN booked_meetings AS meeting ON meeting.pk = meeting_pk
      WHERE connection = $1 AND left_at IS NULL AND admitted AND ${STILL_BELONGS}`,
      [connection],
    );
    return row;
  }

  /** Keeps the seats of living connections. @returns the connections whose people still belong to their meeting */
  async keep(connections: readonly string[]): Promise<string[]> {
    const rows = await this.#database.query<{ connection: string }>(
      `UPDATE room_visits SET seen_at = now()
      WHERE connection = ANY($1::uuid[]) AND left_at IS NULL AND ${STILL_BELONGS} RETURNING connection`,
      [connections],
    );
    return rows.map(({ connection }) => connection);
  }

  /**
   * Returns the connections whose seats only expired: no process could keep them, their people still belong to the
   * meeting, and no other device took the seat.
   */
  async expired(lost: readonly { id: string; seat: SeatRow }[]): Promise<string[]> {
    // The seats of people who wait are deleted when they expire.
    const rows = await this.#database.query<{ connection: string }>(
      `SELECT connection FROM unnest($1::uuid[], $2::int[], $3::int[]) AS lost (connection, meeting_pk, user_pk)
      WHERE ${stillBelongs('lost')} AND NOT EXISTS (
        SELECT FROM room_visits WHERE room_visits.connection = lost.connection AND left_at > seen_at)`,
      [lost.map(({ id }) => id), lost.map(({ seat }) => seat.meetingPk), lost.map(({ seat }) => seat.userPk)],
    );
    return rows.map(({ connection }) => connection);
  }

  /** Keeps the seat of a broken connection for some seconds. */
  async disconnect(connection: string): Promise<void> {
    await this.#database.query(
      `UPDATE room_visits SET connected = false, seen_at = now() WHERE connection = $1 AND left_at IS NULL`,
      [connection],
    );
  }

  /** Ends the seat of a connection. Chat messages from now on are not for its person. */
  async leave(connection: string): Promise<void> {
    await this.#database.query(
      `WITH ended AS (
        UPDATE room_visits SET connected = false, seen_at = now(), left_at = now(), secret_hash = ''
        WHERE connection = $1 AND left_at IS NULL RETURNING meeting_pk, user_pk
      )
      UPDATE room_visits SET secret_hash = '' FROM ended
      WHERE room_visits.meeting_pk = ended.meeting_pk AND room_visits.user_pk = ended.user_pk
        AND left_at IS NOT NULL`,
      [connection],
    );
  }

  /** Lets a waiting person in. @returns whether the person waited */
  async admit(meetingPk: number, peerId: string): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE room_visits SET admitted = true, joined_at = now()
      WHERE meeting_pk = $1 AND peer_id = $2 AND left_at IS NULL AND NOT admitted RETURNING pk`,
      [meetingPk, peerId],
    );
    return rows.length === 1;
  }

  /** Ends the seat of a waiting person. @returns whether the person waited */
  async decline(meetingPk: number, peerId: string): Promise<boolean> {
    const rows = await this.#database.query(
      `DELETE FROM room_visits
      WHERE meeting_pk = $1 AND peer_id = $2 AND left_at IS NULL AND NOT admitted RETURNING pk`,
      [meetingPk, peerId],
    );
    return rows.length === 1;
  }

  /** Sends a payload to every process that listens. */
  async notify(channel: string, payload: string): Promise<void> {
    await this.#database.query(`SELECT pg_notify($1, $2)`, [channel, payload]);
  }
}
