import type { ColumnType, Generated } from 'kysely';
import type { ReadOnlyReason } from '#shared/kernel/access.ts';
import type { RelationKind, Role } from '#shared/kernel/roles.ts';

/** A generated column. */
type Computed<T> = ColumnType<T, never, never>;

export interface UserTables {
  users: {
    pk: Generated<number>;
    role: Role;
    firstName: string;
    lastName: string;
    fullName: Computed<string>;
    email: string;
    phone: Generated<string>;
    birthday: string | null;
    trackerLink: Generated<string>;
    /** The name of the file with the person's picture. */
    picture: Generated<string | null>;
    /** 2 light, 3 dark; any other value follows the system (SHEL-042). */
    theme: Generated<number>;
    timeZone: Generated<string>;
    /** Whether the person, or the browser of their first sign-in, has set the time zone. */
    hasTimeZone: Generated<boolean>;
    /** Whether a student of 18 or older keeps parents out of meeting rooms. */
    keepsParentsOut: Generated<boolean>;
    lastReleaseViewed: Generated<string>;
    showMeetings: Generated<boolean>;
    /** How many more people a student can invite. */
    invitesRemaining: Generated<number>;
    /** The external provider's issuer, or 'embedded', and the person's subject there. */
    issuer: string | null;
    subject: string | null;
    disabledAt: Date | null;
    /** Why access is read-only; null for full access. */
    readOnlyReason: Generated<ReadOnlyReason | null>;
    /** The version of the privacy text this person agreed to, and when. */
    consentVersion: string | null;
    consentedAt: Date | null;
    /** Set by the database when the person is disabled: older tokens stay refused. */
    tokensValidAfter: Computed<Date | null>;
    createdAt: Generated<Date>;
  };
  /** The parents and mentors of students. */
  relations: {
    studentPk: number;
    userPk: number;
    kind: RelationKind;
    /** Copies of the student's data, maintained by the database, to find and sort a person's students. */
    studentName: Computed<string>;
    studentEnabled: Computed<boolean>;
    createdAt: Generated<Date>;
  };
  /** Global permissions (`bug_reports.view_report`, …): what makes a mentor staff. */
  userPermissions: { userPk: number; permission: string };
  /** Why accounts were disabled and enabled. */
  accountStateChanges: {
    pk: Generated<number>;
    userPk: number;
    actorPk: number | null;
    action: 'disable' | 'enable';
    reason: string;
    createdAt: Date;
  };
  pins: { userPk: number; pinnedPk: number; createdAt: Generated<Date> };
  /** Signed-out sessions, stored until their last access token expires. */
  revokedSessions: {
    sessionId: string;
    revokedAt: Generated<Date>;
    /** Tokens issued until then are refused; null refuses all of them. */
    issuedUntil: Date | null;
  };
}
