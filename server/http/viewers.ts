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
  studentPks: number[];
  permissions: GlobalPermission[];
}

// One statement for all requests that arrived while the one before was under way.
const LOAD_VIEWERS = `
  SELECT token.position::int, users.pk, users.role, users.full_name AS "fullName", users.time_zone AS "timeZone",
    users.disabled_at IS NOT NULL AS "disabled",
    EXISTS (SELECT FROM revoked_sessions WHERE session_id = token.session_id) AS "signedOut",
    -- As JSON: a mentor may have thousands, and arrays are parsed letter by letter.
    array_to_json(ARRAY(SELECT student_pk FROM relations WHERE user_pk = users.pk)) AS "studentPks",
    ARRAY(SELECT permission FROM user_permissions WHERE user_pk = users.pk) AS "permissions"
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS token (issuer, subject, session_id, position)
  JOIN users ON users.issuer = token.issuer AND users.subject = token.subject`;

const MAX_BATCH = 200;

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
        const rows = await this.#database.query<ViewerRow>(LOAD_VIEWERS, [
          batch.map(({ identity }) => identity.issuer),
          batch.map(({ identity }) => identity.subject),
          batch.map(({ identity }) => identity.sessionId),
        ]);
        const found = new Map(rows.map((row) => [row.position, row]));
        batch.forEach((request, index) => request.resolve(toViewer(found.get(index + 1))));
      } catch (error) {
        for (const request of batch) request.reject(error);
      }
    }
    this.#busy = false;
  }
}

function toViewer(row: ViewerRow | undefined): Actor | NoViewer {
  if (row === undefined) return 'unknown';
  if (row.disabled) return 'disabled';
  if (row.signedOut) return 'signed_out';
  const { pk, role, fullName, timeZone, studentPks, permissions } = row;
  return { pk, role, fullName, timeZone, studentPks, permissions };
}
