import { type Access, FULL_ACCESS } from '#shared/kernel/access.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import type { Database } from '../db/database.ts';
import type { TokenIdentity } from '../identity/access-token.ts';
import { loadViewers, type ViewerRow } from './viewers.repository.ts';

/** Why a valid token has no actor. */
export type NoViewer = 'unknown' | 'disabled' | 'signed_out';

/** A person's students at a revision, cached until the revision changes. */
interface StudentList {
  userPk: number;
  revision: number;
  studentPks: readonly number[];
}

const MAX_BATCH = 200;
const MAX_LISTS = 10_000;

interface Waiting {
  identity: TokenIdentity;
  resolve: (viewer: Actor | NoViewer) => void;
  reject: (error: unknown) => void;
}

/**
 * Reads the current state of the people behind tokens: disabled, signed out, relations and permissions. Requests that
 * arrive while a statement runs share the next one.
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
        const rows = await loadViewers(
          this.#database,
          batch.map(({ identity }, index) => ({ identity, known: known[index] })),
        );
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
