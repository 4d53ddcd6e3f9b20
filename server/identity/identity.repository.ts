import type { Database } from '../db/database.ts';

/** Refuses a session's tokens that were issued until now. The next sign-in can have the same session id. */
export async function revokeSession(database: Database, sessionId: string): Promise<void> {
  await database.query(
    `INSERT INTO revoked_sessions (session_id, issued_until) VALUES ($1, now())
    ON CONFLICT (session_id) DO UPDATE SET revoked_at = now(), issued_until = now()`,
    [sessionId],
  );
}

/**
 * Links the person with this email address to a sign-in, unless either is linked already.
 * @returns whether a person was linked
 */
export async function linkByEmail(
  database: Database,
  { issuer, subject, email }: { issuer: string; subject: string; email: string },
): Promise<boolean> {
  const rows = await database.query(
    `UPDATE users SET issuer = $1, subject = $2 WHERE lower(email) = lower($3) AND issuer IS NULL
      AND NOT EXISTS (SELECT FROM users WHERE issuer = $1 AND subject = $2) RETURNING pk`,
    [issuer, subject, email],
  );
  return rows.length > 0;
}
