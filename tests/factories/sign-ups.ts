import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import type { TestUser } from './users.ts';

/** Lets a student continue a sign-up, as after choosing a password. @returns the session in the page's address */
export async function createContinuedSignUp(database: Database, student: TestUser): Promise<string> {
  const session = randomBytes(32).toString('base64url');
  await database.query(
    `INSERT INTO continued_sign_ups (session_hash, user_pk, email, expires_at)
    VALUES ($1, $2, $3, now() + interval '48 hours')`,
    [createHash('sha256').update(session).digest('base64url'), student.pk, student.email],
  );
  return session;
}
