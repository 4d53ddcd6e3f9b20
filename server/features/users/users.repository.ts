import type { GlobalPermission, RelationKind, Role } from '#shared/kernel/roles.ts';
import type { ProfileInput } from '#shared/users/profile.ts';
import type { ContactField } from '#shared/users/contact.ts';
import type { Year } from '#shared/kernel/years.ts';
import type { Database } from '../../db/database.ts';
import { type LastInteractionRow, lastInteractionJson } from '../../db/interactions.ts';
import { jsonRows } from '../../db/json.ts';
import { HAS_UNFINISHED_SIGN_UP } from '../../db/unfinished-sign-ups.ts';

/** The fields of a person that their own profile and their page show. */
interface PersonFields {
  pk: number;
  role: Role;
  firstName: string;
  lastName: string;
  fullName: string;
  email: string;
  /** Empty when unknown, like the tracker link. */
  phone: string;
  birthday: string | null;
  trackerLink: string;
  /** The file of the picture. */
  picture: string | null;
}

/** The signed-in person, as `/api/me/` returns them. */
export interface OwnProfile extends PersonFields {
  theme: number;
  timeZone: string;
  lastReleaseViewed: string;
  consentVersion: string | null;
  showMeetings: boolean;
  invitesRemaining: number;
  permissions: GlobalPermission[];
  pinnedUsers: NamedPerson[];
  students: RelatedStudentRow[];
  studentsRevision: number;
  deletionDueAt: Date | null;
  hasUnfinishedSignUp: boolean;
}

/** A person with name and the file of the picture. */
export interface NamedPerson {
  pk: number;
  fullName: string;
  picture: string | null;
}

/** A student of a parent or mentor. */
export interface RelatedStudentRow extends NamedPerson {
  lastInteraction: LastInteractionRow | null;
}

/** A parent or mentor of a student. */
interface FamilyMember extends NamedPerson {
  kind: RelationKind;
}

/** A person with everything the visibility rules read. */
export interface PersonRow extends PersonFields {
  disabledAt: Date | null;
  /** Why the account was disabled the last time. */
  disabledReason: string | null;
  year: Year | null;
  targetPoints: number | null;
  /** Whether the viewer is or shares a student of this person. */
  sharesStudent: boolean;
  hasReportedBug: boolean;
  /** Of a student: the parents and mentors. */
  family: FamilyMember[];
  /** Of a student. */
  lastInteraction: LastInteractionRow | null;
  /**
   * Of a parent or mentor: the viewer, or the students shared with the viewer; all students for some staff.
   */
  students: RelatedStudentRow[];
}

// `canPin` (shared/users/policy.ts) as SQL, for a row of `pins` and the pinned person.
const IS_VISIBLE = `pinned.role = 'student' AND (
  EXISTS (SELECT FROM relations WHERE student_pk = pinned.pk AND user_pk = pins.user_pk)
  OR EXISTS (SELECT FROM user_permissions WHERE user_pk = pins.user_pk
    AND permission IN ('roadmap.view_roadmap', 'users.view_studentprofilerating')))`;

/** The SQL for whether the student of a relation is one of $2: the viewer, or the viewer's students. */
export const IS_SHARED = 'relations.student_pk = ANY($2::int[])';

/** Reads people, and changes their settings, contact data and pins. */
export class UsersRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async ownProfile(pk: number): Promise<OwnProfile | undefined> {
    const [row] = await this.#database.query<OwnProfile>(
      `SELECT pk, role, first_name AS "firstName", last_name AS "lastName", full_name AS "fullName", email, phone,
        birthday::text AS "birthday", tracker_link AS "trackerLink", picture, theme,
        time_zone AS "timeZone", last_release_viewed AS "lastReleaseViewed",
        consent_version AS "consentVersion", show_meetings AS "showMeetings", invites_remaining AS "invitesRemaining",
        students_revision AS "studentsRevision",
        (SELECT due_at FROM deletion_requests WHERE user_pk = users.pk) AS "deletionDueAt",
        ${HAS_UNFINISHED_SIGN_UP} AS "hasUnfinishedSignUp",
        ARRAY(SELECT permission FROM user_permissions WHERE user_pk = users.pk ORDER BY 1) AS "permissions",
        ${jsonRows(`
          SELECT pinned.pk, pinned.full_name AS "fullName", pinned.picture
          FROM pins JOIN users AS pinned ON pinned.pk = pins.pinned_pk
          WHERE pins.user_pk = users.pk AND ${IS_VISIBLE} ORDER BY pins.created_at, pinned.pk`)} AS "pinnedUsers",
        ${jsonRows(`
          SELECT relations.student_pk AS pk, student.full_name AS "fullName", student.picture,
            ${lastInteractionJson('relations.student_pk')} AS "lastInteraction"
          FROM relations JOIN users AS student ON student.pk = relations.student_pk
          WHERE relations.user_pk = users.pk ORDER BY student.last_name, student.first_name, student.pk LIMIT 500`)}
          AS "students"
      FROM users WHERE pk = $1`,
      [pk],
    );
    return row;
  }

  /** Returns the pinned people the person can still view. Pins of people they can no longer view are left out. */
  pinnedUsers(pk: number): Promise<NamedPerson[]> {
    return this.#database.query(
      `SELECT pinned.pk, pinned.full_name AS "fullName", pinned.picture FROM pins JOIN users AS pinned ON pinned.pk = pins.pinned_pk
      WHERE pins.user_pk = $1 AND ${IS_VISIBLE} ORDER BY pins.created_at, pinned.pk`,
      [pk],
    );
  }

  /** Returns a person with everything the visibility rules need, in one statement. */
  async person(
    pk: number,
    { studentPks, withAllStudents }: { studentPks: readonly number[]; withAllStudents: boolean },
  ): Promise<PersonRow | undefined> {
    const [row] = await this.#database.query<PersonRow>(
      `SELECT person.pk, person.role, person.first_name AS "firstName", person.last_name AS "lastName",
        person.full_name AS "fullName", person.email, person.phone, person.birthday::text AS "birthday",
        person.tracker_link AS "trackerLink", person.picture, person.disabled_at AS "disabledAt",
        (SELECT reason FROM account_state_changes AS change WHERE user_pk = person.pk AND action = 'disable'
          ORDER BY change.pk DESC LIMIT 1) AS "disabledReason",
        (SELECT target_points FROM student_profile_ratings WHERE student_pk = person.pk) AS "targetPoints",
        (SELECT year FROM roadmaps WHERE student_pk = person.pk) AS "year",
        EXISTS (SELECT FROM relations WHERE relations.user_pk = person.pk AND ${IS_SHARED}) AS "sharesStudent",
        EXISTS (SELECT FROM bug_reports WHERE user_pk = person.pk) AS "hasReportedBug",
        ${lastInteractionJson('person.pk')} AS "lastInteraction",
        ${jsonRows(`
          SELECT users.pk, users.full_name AS "fullName", users.picture, relations.kind
          FROM relations JOIN users ON users.pk = relations.user_pk
          WHERE relations.student_pk = person.pk
          ORDER BY users.last_name, users.first_name, users.pk LIMIT 100`)} AS "family",
        ${jsonRows(`
          SELECT users.pk, users.full_name AS "fullName", users.picture,
            CASE WHEN ${IS_SHARED} THEN ${lastInteractionJson('users.pk')} END AS "lastInteraction"
          FROM relations JOIN users ON users.pk = relations.student_pk
          WHERE relations.user_pk = person.pk AND ($3 OR ${IS_SHARED})
          ORDER BY users.last_name, users.first_name, users.pk LIMIT 500`)} AS "students"
      FROM users AS person WHERE person.pk = $1`,
      [pk, studentPks, withAllStudents],
    );
    return row;
  }

  /** Returns what decides who can change a person's contact data. Locks the person until the transaction ends. */
  async lockContact(pk: number): Promise<{ pk: number; role: Role; birthday: string | null } | undefined> {
    const [row] = await this.#database.query<{ pk: number; role: Role; birthday: string | null }>(
      'SELECT pk, role, birthday::text FROM users WHERE pk = $1 FOR NO KEY UPDATE',
      [pk],
    );
    return row;
  }

  /** Changes one contact field of a person. */
  async setContact(pk: number, field: ContactField, value: string | null): Promise<void> {
    const column = {
      phone_number: { phone: value ?? '' },
      birthday: { birthday: value },
      tracker_link: { trackerLink: value ?? '' },
    }[field];
    await this.#database.kysely.updateTable('users').set(column).where('pk', '=', pk).execute();
  }

  async roleOf(pk: number): Promise<Role | undefined> {
    const [row] = await this.#database.query<{ role: Role }>('SELECT role FROM users WHERE pk = $1', [pk]);
    return row?.role;
  }

  /** Deletes a pin. @returns whether it existed */
  async unpin(pk: number, pinnedPk: number): Promise<boolean> {
    const rows = await this.#database.query(
      'DELETE FROM pins WHERE user_pk = $1 AND pinned_pk = $2 RETURNING pinned_pk',
      [pk, pinnedPk],
    );
    return rows.length > 0;
  }

  /** Adds a pin. @param max the maximum number of pins of a person; further pins are not added */
  async pin(pk: number, pinnedPk: number, max: number): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO pins (user_pk, pinned_pk)
      SELECT $1::int, $2::int WHERE (SELECT count(*) FROM pins WHERE user_pk = $1) < $3
      ON CONFLICT DO NOTHING RETURNING pinned_pk`,
      [pk, pinnedPk, max],
    );
    return rows.length > 0;
  }

  /** Returns these students with their last interactions. */
  studentsWithInteractions(pks: readonly number[]): Promise<RelatedStudentRow[]> {
    return this.#database.query(
      `SELECT pk, full_name AS "fullName", picture, ${lastInteractionJson('users.pk')} AS "lastInteraction"
      FROM users WHERE pk = ANY($1) ORDER BY last_name, first_name, pk`,
      [pks],
    );
  }

  /** Returns a person's children or students, by name. */
  studentsOf(pk: number): Promise<{ pk: number; fullName: string }[]> {
    return this.#database.query(
      `SELECT users.pk, users.full_name AS "fullName" FROM relations JOIN users ON users.pk = relations.student_pk
      WHERE relations.user_pk = $1 ORDER BY users.last_name, users.first_name, users.pk LIMIT 500`,
      [pk],
    );
  }

  /** Changes the person's own name and time zone. */
  async setName(
    pk: number,
    { first_name: firstName, last_name: lastName }: Pick<ProfileInput, 'first_name' | 'last_name'>,
  ): Promise<void> {
    await this.#database.kysely
      .updateTable('users')
      .set({ firstName, lastName })
      .where('pk', '=', pk)
      .execute();
  }

  async setLastReleaseViewed(pk: number, lastReleaseViewed: string): Promise<void> {
    await this.#database.kysely
      .updateTable('users')
      .set({ lastReleaseViewed })
      .where('pk', '=', pk)
      .execute();
  }

  async setTheme(pk: number, theme: number): Promise<void> {
    await this.#database.kysely.updateTable('users').set({ theme }).where('pk', '=', pk).execute();
  }
}
