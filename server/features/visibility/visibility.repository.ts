import type { GlobalPermission, Role } from '#shared/kernel/roles.ts';
import type { Database } from '../../db/database.ts';

/** A person who may be able to see something of a student. */
export interface Candidate {
  pk: number;
  role: Role;
  fullName: string;
  /** A parent or mentor of the student. */
  isRelated: boolean;
  /** Received the note. */
  isRecipient: boolean;
  showMeetings: boolean;
  permissions: GlobalPermission[];
}

/** The people to consider: those around a student, a note's author and recipients, and holders of a permission. */
export interface CandidateQuery {
  studentPk: number | null;
  authorPk: number | null;
  notePk: number | null;
  permission: GlobalPermission | null;
}

/** More than the number of people related to a student. */
const MAX_CANDIDATES = 200;

/** Reads the people for the policies. */
export class VisibilityRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Students first, then parents and mentors, by name; without disabled accounts. */
  candidates({ studentPk, authorPk, notePk, permission }: CandidateQuery): Promise<Candidate[]> {
    return this.#database.query<Candidate>(
      `SELECT users.pk, users.role, users.full_name AS "fullName", users.show_meetings AS "showMeetings",
        EXISTS (SELECT FROM relations WHERE student_pk = $1 AND user_pk = users.pk) AS "isRelated",
        EXISTS (SELECT FROM note_recipients WHERE note_pk = $3 AND user_pk = users.pk) AS "isRecipient",
        ARRAY(SELECT permission FROM user_permissions WHERE user_pk = users.pk) AS "permissions"
      FROM (
        SELECT $1::int AS pk UNION SELECT $2::int
        UNION SELECT user_pk FROM relations WHERE student_pk = $1
        UNION SELECT user_pk FROM note_recipients WHERE note_pk = $3::int
        UNION SELECT user_pk FROM user_permissions WHERE permission = $4::text
      ) AS candidate JOIN users USING (pk)
      WHERE users.disabled_at IS NULL
      ORDER BY array_position(ARRAY['student', 'parent', 'mentor'], users.role), users.full_name, users.pk
      LIMIT ${MAX_CANDIDATES}`,
      [studentPk, authorPk, notePk, permission],
    );
  }
}
