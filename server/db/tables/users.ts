import type { ColumnType, Generated } from 'kysely';
import type { ReadOnlyReason } from '#shared/kernel/access.ts';
import type { RelationKind, Role } from '#shared/kernel/roles.ts';

/** A column that the database fills and nobody writes. */
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
    /** 2 light, 3 dark, anything else the system's (SHEL-042). */
    theme: Generated<number>;
    timeZone: Generated<string>;
    lastReleaseViewed: Generated<string>;
    showMeetings: Generated<boolean>;
    /** How many more people a student may invite. */
    invitesRemaining: Generated<number>;
    /** Who vouches for this person: the identity provider's issuer and its subject. */
    issuer: string | null;
    subject: string | null;
    disabledAt: Date | null;
    /** Why access is read-only; null for full access. */
    readOnlyReason: Generated<ReadOnlyReason | null>;
    /** The privacy text this person agreed to, and when. */
    consentVersion: string | null;
    consentedAt: Date | null;
    /** Set by the database when the person is disabled: tokens from before stay refused. */
    tokensValidAfter: Computed<Date | null>;
    createdAt: Generated<Date>;
  };
  /** Who belongs to a student. */
  relations: {
    studentPk: number;
    userPk: number;
    kind: RelationKind;
    /** The database's own copies of the student, by which a person's students are found and ordered. */
    studentName: Computed<string>;
    studentEnabled: Computed<boolean>;
    createdAt: Generated<Date>;
  };
  /** Global permissions (`bug_reports.view_report`, …): what makes a mentor staff. */
  userPermissions: { userPk: number; permission: string };
  pins: { userPk: number; pinnedPk: number; createdAt: Generated<Date> };
  /** Sessions that were signed out, kept until their last access token has run out. */
  revokedSessions: { sessionId: string; revokedAt: Generated<Date> };
}
