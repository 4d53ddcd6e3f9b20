import { type Access, FULL_ACCESS, type ReadOnlyReason } from '#shared/kernel/access.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import type { GlobalPermission, Role } from '#shared/kernel/roles.ts';
import type { Database } from '../db/database.ts';
import type { TokenIdentity } from '../identity/access-token.ts';

/** Why a valid token does not make an actor. */
export type NoViewer = 'unknown' | 'disabled' | 'signed_out';

interface ViewerRow {
  position: number;
  pk: number;
  role: Role;
  fullName: string;
  timeZone: string;
  disabled: boolean;
  signedOut: boolean;
  studentsRevision: number;
  /** Null when the list is known already. */
  studentPks: number[] | null;
  permissions: GlobalPermission[];
  readOnlyReason: ReadOnlyReason | null;
}

/** A person's list of students at a revision; the same one is not read twice. */
interface StudentList {
  userPk: number;
  revision: number;
  studentPks: readonly number[];
}

// One statement for all requests that arrived while the previous one ran.
const LOAD_VIEWERS = `
  SELECT token.position::int, users.pk, users.role, users.full_name AS "fullName", users.time_zone AS "timeZone",
    users.disabled_at IS NOT NULL AS "disabled",
    EXISTS (SELECT FROM revoked_sessions WHERE session_id = token.session_id)
      OR coalesce(to_timestamp(token.signed_in_at) <= users.tokens_valid_after, false) AS "signedOut",
    users.students_revision AS "studentsRevision",
    -- As JSON: a mentor may have thousands, and arrays are parsed letter by letter.
    CASE WHEN (users.pk, users.students_revision) IS DISTINCT FROM (token.known_pk, token.known_revision)
      THEN array_to_json(ARRAY(SELECT student_pk FROM relations WHERE user_pk = users.pk)) END AS "studentPks",
    ARRAY(SELECT permission FROM user_permissions WHERE user_pk = users.pk) AS "permissions",
    users.read_only_reason AS "readOnlyReason"
  FROM unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::int[], $6::bigint[]) WITH ORDINALITY
    AS token (issuer, subject, session_id, known_pk, known_revision, signed_in_at, position)
  JOIN users ON users.issuer = token.issuer AND users.subject = token.subject`;

const MAX_BATCH = 200;
const MAX_LISTS = 10_000;

interface Waiting {
  identity: TokenIdentity;
  resolve: (viewer: Actor | NoViewer) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads the state of the people behind the tokens: disabled, signed out, relations and permissions as they are
 * now. Requests in flight together share one statement, so a busy server asks as often as the database answers.
 */
export class Viewers {
  readonly #database: Database;
  /** By issuer and subject. */
  readonly #lists = new Map<string, StudentList>();
  #waiting: Waiting[] = [];
  #busy = false;

  constructor(database: Database) {
    this.#database = database;
  }

  load(identity: TokenIdentity): Promise<Actor | NoViewer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ identity, resolve, reject });
      if (!this.#busy) void this.#loadWaiting();
    });
  }

  async #loadWaiting(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        const known = batch.map(({ identity }) => this.#lists.get(keyOf(identity)));
        const rows = await this.#database.query<ViewerRow>(LOAD_VIEWERS, [
          batch.map(({ identity }) => identity.issuer),
          batch.map(({ identity }) => identity.subject),
          batch.map(({ identity }) => identity.sessionId),
          known.map((list) => list?.userPk ?? null),
          known.map((list) => list?.revision ?? null),
          batch.map(({ identity }) => Math.floor(identity.signedInAt)),
        ]);
        const found = new Map(rows.map((row) => [row.position, row]));
        batch.forEach(({ identity, resolve }, index) => {
          const row = found.get(index + 1);
          resolve(row === undefined ? 'unknown' : toViewer(row, this.#students(identity, row, known[index])));
        });
      } catch (error) {
        for (const request of batch) request.reject(error);
      }
    }
    this.#busy = false;
  }

  #students(identity: TokenIdentity, row: ViewerRow, known: StudentList | undefined): readonly number[] {
    const { pk: userPk, studentsRevision: revision, studentPks } = row;
    if (studentPks === null) return known?.studentPks ?? [];
    if (this.#lists.size >= MAX_LISTS) this.#lists.delete(this.#lists.keys().next().value as string);
    this.#lists.set(keyOf(identity), { userPk, revision, studentPks });
    return studentPks;
  }
}

function keyOf({ issuer, subject }: TokenIdentity): string {
  return `${issuer} ${subject}`;
}

function toViewer(row: ViewerRow, studentPks: readonly number[]): Actor | NoViewer {
  if (row.disabled) return 'disabled';
  if (row.signedOut) return 'signed_out';
  const { pk, role, fullName, timeZone, permissions, readOnlyReason } = row;
  const access: Access = readOnlyReason === null ? FULL_ACCESS : { kind: 'readOnly', reason: readOnlyReason };
  return { pk, role, fullName, timeZone, studentPks, permissions, access };
}
