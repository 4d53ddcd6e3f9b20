import { type Access, FULL_ACCESS } from '#shared/kernel/access.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { batchReads } from '../db/batch-reads.ts';
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

const MAX_LISTS = 10_000;

/**
 * Reads the current state of the people behind tokens: disabled, signed out, relations and permissions. Requests that
 * arrive while a statement runs share the next one.
 */
export class Viewers {
  readonly #database: Database;
  /** By issuer and subject. */
  readonly #lists = new Map<string, StudentList>();
  readonly #read = batchReads((identities: readonly TokenIdentity[]) => this.#loadAll(identities));

  constructor(database: Database) {
    this.#database = database;
  }

  async load(identity: TokenIdentity): Promise<Actor | NoViewer> {
    return (await this.#read(identity)) ?? 'unknown';
  }

  async #loadAll(identities: readonly TokenIdentity[]): Promise<Map<TokenIdentity, Actor | NoViewer>> {
    const requests = identities.map((identity) => ({ identity, known: this.#lists.get(keyOf(identity)) }));
    const viewers = new Map<TokenIdentity, Actor | NoViewer>();
    for (const row of await loadViewers(this.#database, requests)) {
      const request = requests[row.position - 1];
      if (request === undefined) continue;
      const { identity, known } = request;
      viewers.set(identity, toViewer(row, this.#students(identity, row, known)));
    }
    return viewers;
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
