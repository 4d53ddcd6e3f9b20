import type { Role } from '#shared/kernel/roles.ts';
import { CONSENT_VERSION } from '#shared/session/schema.ts';
import type { Database } from '../../db/database.ts';
import type { NewestFirst } from '../../lib/cursors.ts';

/** An invitation for its inviter. */
export interface InvitationRow {
  pk: number;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
  acceptedAt: Date | null;
  /** The person who accepted it, while they are related to the inviter. */
  relatedPk: number | null;
}

/** An invitation to store, with the hash of the token in its link. */
export interface NewInvitation {
  inviterPk: number;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  tokenHash: string;
  createdAt: Date;
  expiresAt: Date;
}

/** A valid invitation. */
export interface OpenInvitationRow {
  pk: number;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  inviterPk: number;
  inviter: string;
  inviterRole: Role;
  /** Whether the email address belongs to a person who has signed in. */
  hasSignedIn: boolean;
}

/** The person with an email address. */
export interface AddressOwner {
  pk: number;
  role: Role;
  issuer: string | null;
  subject: string | null;
}

/** The columns of an {@link InvitationRow}. */
const ROW = `
  pk, first_name AS "firstName", last_name AS "lastName", email, role, created_at AS "createdAt",
  expires_at AS "expiresAt", accepted_at AS "acceptedAt",
  (SELECT accepted_pk FROM relations WHERE (student_pk, user_pk) IN
    ((accepted_pk, inviter_pk), (inviter_pk, accepted_pk)) LIMIT 1) AS "relatedPk"`;

// $2 is the current time. The roles are the SQL of `invitableRoles` (shared/invitations/policy.ts): an invitation is
// valid while its inviter could create it.
const IS_OPEN = `
  accepted_at IS NULL AND revoked_at IS NULL AND expires_at > $2 AND inviter.disabled_at IS NULL AND (
    (inviter.role = 'student' AND invitations.role = 'parent')
    OR (inviter.role <> 'student' AND EXISTS (SELECT FROM user_permissions
      WHERE user_pk = inviter.pk AND permission = 'users.add_' || invitations.role)))`;

/** Selects the open invitation with the token hash $1 at the time $2. */
const SELECT_OPEN = `
  SELECT invitations.pk, invitations.first_name AS "firstName", invitations.last_name AS "lastName",
    invitations.email, invitations.role, inviter_pk AS "inviterPk", inviter.full_name AS inviter,
    inviter.role AS "inviterRole", EXISTS (SELECT FROM users
      WHERE lower(users.email) = lower(invitations.email) AND issuer IS NOT NULL) AS "hasSignedIn"
  FROM invitations JOIN users AS inviter ON inviter.pk = inviter_pk
  WHERE token_hash = $1 AND ${IS_OPEN}`;

/** An accepted invitation: the inviter (`userPk`), the accepted person, and both roles. */
export interface AcceptedInvitationRow {
  userPk: number;
  inviterRole: Role;
  role: Role;
  acceptedPk: number;
  name: string;
}

/** An invitation that was not accepted yet. */
export interface PendingInvitation {
  pk: number;
  fullName: string;
  email: string;
  createdAt: string;
}

/**
 * Selects a person's pending invitations, newest first, without expired ones.
 * @param inviter the person's pk, as SQL
 * @param now the current time, as SQL
 */
export const selectPendingInvitations = (inviter: string, now: string, limit: number) => `
  SELECT pk, first_name || ' ' || last_name AS "fullName", email, created_at AS "createdAt" FROM invitations
  WHERE inviter_pk = ${inviter} AND revoked_at IS NULL AND accepted_at IS NULL AND expires_at > ${now}
  ORDER BY created_at DESC, pk DESC LIMIT ${limit}`;

/** The SQL of invitations, and of the people they invite. */
export class InvitationsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Lists invitations, newest first, without revoked ones. */
  list(inviterPk: number, after: NewestFirst | null, limit: number): Promise<InvitationRow[]> {
    return this.#database.search<InvitationRow>(
      `SELECT ${ROW} FROM invitations
      WHERE inviter_pk = $1 AND revoked_at IS NULL
        AND ($2::timestamptz IS NULL OR (created_at, pk) < ($2, $3))
      ORDER BY created_at DESC, pk DESC LIMIT $4`,
      [inviterPk, after?.[0] ?? null, after?.[1] ?? 0, limit],
    );
  }

  async count(inviterPk: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM invitations WHERE inviter_pk = $1 AND revoked_at IS NULL',
      [inviterPk],
    );
    return row?.count ?? 0;
  }

  /** Finds an invitation of the inviter that is not revoked. */
  async find(pk: number, inviterPk: number): Promise<InvitationRow | undefined> {
    const [row] = await this.#database.query<InvitationRow>(
      `SELECT ${ROW} FROM invitations WHERE pk = $1 AND inviter_pk = $2 AND revoked_at IS NULL`,
      [pk, inviterPk],
    );
    return row;
  }

  /** Stores an invitation. @returns undefined when the inviter already has a pending one for this address */
  async insert(invitation: NewInvitation): Promise<number | undefined> {
    const { inviterPk, firstName, lastName, email, role, tokenHash, createdAt, expiresAt } = invitation;
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO invitations
        (inviter_pk, first_name, last_name, email, role, token_hash, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING pk`,
      [inviterPk, firstName, lastName, email, role, tokenHash, createdAt, expiresAt],
    );
    return row?.pk;
  }

  /** Uses one of a student's invites. @returns whether one was left */
  async takeInvite(userPk: number): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE users SET invites_remaining = invites_remaining - 1
      WHERE pk = $1 AND invites_remaining > 0 RETURNING pk`,
      [userPk],
    );
    return rows.length > 0;
  }

  /** Returns an invite to a student. */
  async refundInvite(userPk: number): Promise<void> {
    await this.#database.query('UPDATE users SET invites_remaining = invites_remaining + 1 WHERE pk = $1', [
      userPk,
    ]);
  }

  /**
   * Replaces the link; the previous one stops working.
   * @returns how often it was emailed, including this time; undefined when it was accepted or revoked
   */
  async renew(pk: number, tokenHash: string, expiresAt: Date): Promise<number | undefined> {
    const [row] = await this.#database.query<{ sends: number }>(
      `UPDATE invitations SET token_hash = $2, expires_at = $3, sends = sends + 1
      WHERE pk = $1 AND accepted_at IS NULL AND revoked_at IS NULL RETURNING sends`,
      [pk, tokenHash, expiresAt],
    );
    return row?.sends;
  }

  /** Revokes an invitation. @returns false when it was accepted or revoked */
  async revoke(pk: number, now: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE invitations SET revoked_at = $2
      WHERE pk = $1 AND accepted_at IS NULL AND revoked_at IS NULL RETURNING pk`,
      [pk, now],
    );
    return rows.length > 0;
  }

  /** Finds the open invitation of a link. */
  async findOpen(tokenHash: string, now: Date): Promise<OpenInvitationRow | undefined> {
    const [row] = await this.#database.query<OpenInvitationRow>(SELECT_OPEN, [tokenHash, now]);
    return row;
  }

  /** Like {@link findOpen}, with a lock: no other transaction can accept, resend or revoke it. */
  async lockOpen(tokenHash: string, now: Date): Promise<OpenInvitationRow | undefined> {
    const [row] = await this.#database.query<OpenInvitationRow>(`${SELECT_OPEN} FOR UPDATE OF invitations`, [
      tokenHash,
      now,
    ]);
    return row;
  }

  /** Finds the inviter and the accepted person; empty before the invitation is accepted. */
  findAccepted(pk: number): Promise<AcceptedInvitationRow[]> {
    return this.#database.query<AcceptedInvitationRow>(
      `SELECT inviter_pk AS "userPk", inviter.role AS "inviterRole", invitations.role,
        accepted_pk AS "acceptedPk", accepted.full_name AS name
      FROM invitations JOIN users AS inviter ON inviter.pk = inviter_pk
        JOIN users AS accepted ON accepted.pk = accepted_pk
      WHERE invitations.pk = $1`,
      [pk],
    );
  }

  /** Deletes the invitations of an address to become a student that were not accepted. */
  async deleteStudentInvitations(email: string): Promise<void> {
    await this.#database.query(
      `DELETE FROM invitations WHERE role = 'student' AND accepted_at IS NULL AND lower(email) = lower($1)`,
      [email],
    );
  }

  /** Finds the email address of an accepted link. */
  async acceptedEmail(tokenHash: string): Promise<string | undefined> {
    const [row] = await this.#database.query<{ email: string }>(
      'SELECT email FROM invitations WHERE token_hash = $1 AND accepted_at IS NOT NULL',
      [tokenHash],
    );
    return row?.email;
  }

  /** Returns whether this sign-in has accepted it, because the response may have been lost. */
  async isAcceptedBy(tokenHash: string, issuer: string, subject: string): Promise<boolean> {
    const rows = await this.#database.query(
      `SELECT FROM invitations JOIN users ON users.pk = accepted_pk
      WHERE token_hash = $1 AND issuer = $2 AND subject = $3`,
      [tokenHash, issuer, subject],
    );
    return rows.length > 0;
  }

  /** Finds and locks the person with an email address. */
  async ownerOf(email: string): Promise<AddressOwner | undefined> {
    const [row] = await this.#database.query<AddressOwner>(
      'SELECT pk, role, issuer, subject FROM users WHERE lower(email) = lower($1) FOR UPDATE',
      [email],
    );
    return row;
  }

  async emailOf(pk: number): Promise<string | undefined> {
    const [row] = await this.#database.query<{ email: string }>('SELECT email FROM users WHERE pk = $1', [
      pk,
    ]);
    return row?.email;
  }

  /** Returns whether an address is the inviter's own or belongs to someone related to them. */
  async knownOwner(inviterPk: number, email: string): Promise<'self' | 'relative' | undefined> {
    const [row] = await this.#database.query<{ owner: 'self' | 'relative' }>(
      `SELECT CASE WHEN users.pk = $1 THEN 'self' ELSE 'relative' END AS owner FROM users
      WHERE lower(users.email) = lower($2) AND (users.pk = $1 OR EXISTS (SELECT FROM relations
        WHERE (student_pk, user_pk) IN ((users.pk, $1), ($1, users.pk))))`,
      [inviterPk, email],
    );
    return row?.owner;
  }

  /** Links a person to a sign-in, with their consent. */
  async linkSignIn(
    pk: number,
    { issuer, subject, birthday }: { issuer: string; subject: string; birthday: string | null },
  ): Promise<void> {
    await this.#database.query(
      `UPDATE users SET issuer = $2, subject = $3, birthday = coalesce($4::date, birthday), consent_version = $5,
        consented_at = now() WHERE pk = $1`,
      [pk, issuer, subject, birthday, CONSENT_VERSION],
    );
  }

  /** Inserts a person. @returns undefined when the sign-in or the email address is taken by now */
  async insertUser(user: {
    role: Role;
    firstName: string;
    lastName: string;
    email: string;
    issuer: string;
    subject: string;
    birthday: string | null;
    timeZone: string;
  }): Promise<number | undefined> {
    const { role, firstName, lastName, email, issuer, subject, birthday, timeZone } = user;
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO users
        (role, first_name, last_name, email, issuer, subject, birthday, consent_version, consented_at, time_zone)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now(), $9) ON CONFLICT DO NOTHING RETURNING pk`,
      [role, firstName, lastName, email, issuer, subject, birthday, CONSENT_VERSION, timeZone],
    );
    return row?.pk;
  }

  async accept(pk: number, acceptedPk: number, now: Date): Promise<void> {
    await this.#database.query('UPDATE invitations SET accepted_at = $3, accepted_pk = $2 WHERE pk = $1', [
      pk,
      acceptedPk,
      now,
    ]);
  }
}
