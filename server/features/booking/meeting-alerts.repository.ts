import type { StoredMeetingStatus } from '#shared/meetings/policy.ts';
import type { Database } from '../../db/database.ts';
import { keepsParentsOut } from '../../db/keeps-parents-out.ts';

/** A person of a meeting: its mentor, its student or a parent of the student. */
export interface MeetingPerson {
  userPk: number;
  fullName: string;
  email: string;
  timeZone: string;
  /** False for the parents of an adult student who keeps them out. */
  canJoin: boolean;
}

/** A meeting with everyone who is invited to it. */
export interface MeetingWithPeople {
  pk: number;
  name: string;
  meetId: string;
  startsAt: Date;
  endsAt: Date;
  status: StoredMeetingStatus;
  sequence: number;
  scheduledAt: Date;
  canceledAt: Date | null;
  cancelReason: string;
  mentorPk: number;
  mentorName: string;
  studentPk: number;
  studentName: string;
  people: MeetingPerson[];
}

/** A reminder that is due. */
export interface ReminderRow {
  userPk: number;
  timeZone: string;
  meetingPk: number;
  name: string;
  startsAt: Date;
  mentorPk: number;
  mentorName: string;
  studentPk: number;
  studentName: string;
  isSoon: boolean;
}

/** The people of a meeting, without disabled ones. */
const PEOPLE = `
  JOIN users AS person ON person.disabled_at IS NULL AND (
    person.pk IN (meeting.provider_pk, meeting.client_pk) OR person.pk IN (
      SELECT user_pk FROM relations WHERE student_pk = meeting.client_pk AND kind = 'parent'))`;

/** Reads meetings with the people to notify of them. */
export class MeetingAlertsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async withPeople(pk: number): Promise<MeetingWithPeople | undefined> {
    const [row] = await this.#database.query<MeetingWithPeople>(
      `SELECT meeting.pk, meeting.name, meeting.meet_id AS "meetId", meeting.starts_at AS "startsAt",
        meeting.ends_at AS "endsAt", meeting.status, meeting.sequence, meeting.scheduled_at AS "scheduledAt",
        meeting.canceled_at AS "canceledAt", meeting.cancel_reason AS "cancelReason",
        meeting.provider_pk AS "mentorPk", mentor.full_name AS "mentorName",
        meeting.client_pk AS "studentPk", student.full_name AS "studentName",
        json_agg(json_build_object('userPk', person.pk, 'fullName', person.full_name, 'email', person.email,
          'timeZone', person.time_zone, 'canJoin', person.pk IN (meeting.provider_pk, meeting.client_pk)
            OR NOT ${keepsParentsOut('student')}) ORDER BY person.pk) AS people
      FROM booked_meetings AS meeting
        JOIN users AS mentor ON mentor.pk = meeting.provider_pk
        JOIN users AS student ON student.pk = meeting.client_pk ${PEOPLE}
      WHERE meeting.pk = $1 GROUP BY meeting.pk, mentor.pk, student.pk`,
      [pk],
    );
    return row;
  }

  /**
   * Reads due reminders, ordered by person and meeting: a day before, if the time was chosen earlier than that, and an
   * hour before.
   */
  reminders(
    now: Date,
    after: { userPk: number; meetingPk: number } | null,
    limit: number,
  ): Promise<ReminderRow[]> {
    return this.#database.query(
      `SELECT person.pk AS "userPk", person.time_zone AS "timeZone", meeting.pk AS "meetingPk", meeting.name,
        meeting.starts_at AS "startsAt",
        meeting.provider_pk AS "mentorPk", mentor.full_name AS "mentorName",
        meeting.client_pk AS "studentPk", student.full_name AS "studentName",
        meeting.starts_at <= $1::timestamptz + interval '1 hour' AS "isSoon"
      FROM booked_meetings AS meeting
        JOIN users AS mentor ON mentor.pk = meeting.provider_pk
        JOIN users AS student ON student.pk = meeting.client_pk ${PEOPLE}
      WHERE meeting.status = 'booked' AND meeting.starts_at > $1
        AND meeting.starts_at <= $1::timestamptz + interval '1 day'
        AND (meeting.starts_at <= $1::timestamptz + interval '1 hour'
          OR (meeting.scheduled_at <= meeting.starts_at - interval '1 day'
            AND meeting.starts_at > $1::timestamptz + interval '2 hours'))
        AND (person.pk, meeting.pk) > ($2, $3)
      ORDER BY person.pk, meeting.pk LIMIT $4`,
      [now, after?.userPk ?? 0, after?.meetingPk ?? 0, limit],
    );
  }
}
