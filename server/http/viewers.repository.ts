import type { ReadOnlyReason } from '#shared/kernel/access.ts';
import type { GlobalPermission, Role } from '#shared/kernel/roles.ts';
import type { Database } from '../db/database.ts';
import { IS_SESSION_REVOKED, IS_SIGN_IN_OUTDATED } from '../db/signed-out.ts';
import type { TokenIdentity } from '../identity/access-token.ts';

/** The person of a token, as stored. */
export interface ViewerRow {
  /** The 1-based position of the token in the request. */
  position: number;
  pk: number;
  role: Role;
  fullName: string;
  timeZone: string;
  disabled: boolean;
  signedOut: boolean;
  studentsRevision: number;
  /** Null if the caller has the list at this revision. */
  studentPks: number[] | null;
  permissions: GlobalPermission[];
  readOnlyReason: ReadOnlyReason | null;
}

/** A token, with the caller's cached list of students for its person. */
export interface ViewerRequest {
  identity: TokenIdentity;
  known: { userPk: number; revision: number } | undefined;
}

const LOAD_VIEWERS = `
  SELECT token.position::int, users.pk, users.role, users.full_name AS "fullName", users.time_zone AS "timeZone",
    users.disabled_at IS NOT NULL AS "disabled",
    ${IS_SESSION_REVOKED} OR ${IS_SIGN_IN_OUTDATED} AS "signedOut",
    users.students_revision AS "studentsRevision",
    -- As JSON, which is parsed faster than an array: a mentor can have thousands of students.
    CASE WHEN (users.pk, users.students_revision) IS DISTINCT FROM (token.known_pk, token.known_revision)
      THEN array_to_json(ARRAY(SELECT student_pk FROM relations WHERE user_pk = users.pk)) END AS "studentPks",
    ARRAY(SELECT permission FROM user_permissions WHERE user_pk = users.pk) AS "permissions",
    users.read_only_reason AS "readOnlyReason"
  FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::bigint[], $7::bigint[]) WITH ORDINALITY
    AS token (issuer, subject, session_id, known_pk, known_revision, signed_in_at, issued_at, position)
  JOIN users ON users.issuer = token.issuer AND users.subject = token.subject`;

/** Reads the people of several tokens in one statement; a token without a person has no row. */
export function loadViewers(database: Database, requests: readonly ViewerRequest[]): Promise<ViewerRow[]> {
  return database.query<ViewerRow>(LOAD_VIEWERS, [
    requests.map(({ identity }) => identity.issuer),
    requests.map(({ identity }) => identity.subject),
    requests.map(({ identity }) => identity.sessionId),
    requests.map(({ known }) => known?.userPk ?? null),
    requests.map(({ known }) => known?.revision ?? null),
    requests.map(({ identity }) => Math.floor(identity.signedInAt)),
    requests.map(({ identity }) => Math.floor(identity.issuedAt)),
  ]);
}
