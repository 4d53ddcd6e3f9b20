import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { hashOf } from '../../lib/hash.ts';

/** The lifetime of an unused session in days. */
export const SESSION_DAYS = 30;

/** A sign-in of the web app. */
export interface WebSession {
  /** The session id in the access tokens. */
  sessionId: string;
  refreshToken: string;
}

/** A stored session. */
export interface StoredSession extends WebSession {
  issuer: string;
  subject: string;
  /** The encrypted refresh token, which identifies the state that a renewal started from. */
  stored: string;
}

function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'gopath web session', 32));
}

/** Encrypts with the cookie's secret, so that the table alone gives no access. */
function encrypt(secret: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function decrypt(secret: string, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** The SQL of web sessions. */
export class SessionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns the secret for the cookie */
  async create(
    { issuer, subject }: { issuer: string; subject: string },
    { sessionId, refreshToken }: WebSession,
  ): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    await this.#database.query(
      `INSERT INTO web_sessions (secret_hash, session_id, refresh_token, issuer, subject, expires_at)
      VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => ${SESSION_DAYS}))`,
      [hashOf(secret), sessionId, encrypt(secret, refreshToken), issuer, subject],
    );
    return secret;
  }

  /** Returns the enabled person of a sign-in whose time zone was never set. */
  async personWithoutTimeZone({
    issuer,
    subject,
  }: {
    issuer: string;
    subject: string;
  }): Promise<{ pk: number } | undefined> {
    const [person] = await this.#database.query<{ pk: number }>(
      `SELECT pk FROM users WHERE issuer = $1 AND subject = $2 AND NOT has_time_zone AND disabled_at IS NULL`,
      [issuer, subject],
    );
    return person;
  }

  async find(secret: string): Promise<StoredSession | undefined> {
    const [row] = await this.#database.query<Omit<StoredSession, 'refreshToken'>>(
      `SELECT session_id AS "sessionId", issuer, subject, refresh_token AS stored FROM web_sessions
      WHERE secret_hash = $1 AND expires_at > now()`,
      [hashOf(secret)],
    );
    return row && { ...row, refreshToken: decrypt(secret, row.stored) };
  }

  /** Stores the renewed tokens and restarts the lifetime, unless another process has renewed since. */
  async renew(secret: string, stored: string, { sessionId, refreshToken }: WebSession): Promise<void> {
    await this.#database.query(
      `UPDATE web_sessions SET session_id = $3, refresh_token = $4,
        expires_at = now() + make_interval(days => ${SESSION_DAYS})
      WHERE secret_hash = $1 AND refresh_token = $2`,
      [hashOf(secret), stored, sessionId, encrypt(secret, refreshToken)],
    );
  }

  async delete(secret: string): Promise<void> {
    await this.#database.query('DELETE FROM web_sessions WHERE secret_hash = $1', [hashOf(secret)]);
  }

  async deleteBySessionId(sessionId: string): Promise<void> {
    await this.#database.query('DELETE FROM web_sessions WHERE session_id = $1', [sessionId]);
  }
}
