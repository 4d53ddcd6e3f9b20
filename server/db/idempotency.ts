import { createHash } from 'node:crypto';
import { AppError } from '#shared/kernel/errors.ts';
import type { Database } from './database.ts';

/** One request of somebody, as told apart by a key that the client made up. */
export interface IdempotentRequest {
  userPk: number;
  key: string;
  /** What is asked for; the same key with something else is refused. */
  request: unknown;
}

/**
 * Does the work once: a repetition of the request, also one at the same time, gets the first one's answer.
 * @throws AppError INVALID_INPUT when the key was used for another request
 */
export function once<Answer>(
  database: Database,
  { userPk, key, request }: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
  return database.transaction(async () => {
    // A repetition at the same time waits here until the first has committed.
    const [claimed] = await database.query(
      `INSERT INTO idempotency_keys (user_pk, key, request_hash) VALUES ($1, $2, $3)
      ON CONFLICT (user_pk, key) DO NOTHING RETURNING key`,
      [userPk, key, hash],
    );
    if (claimed === undefined) {
      const [known] = await database.query<{ hash: string; answer: Answer }>(
        'SELECT request_hash AS "hash", answer FROM idempotency_keys WHERE user_pk = $1 AND key = $2',
        [userPk, key],
      );
      if (known?.hash !== hash) {
        const message = 'This idempotency key was used for something else.';
        throw new AppError('INVALID_INPUT', message, { fields: { idempotencyKey: message } });
      }
      return known.answer;
    }
    const answer = await work();
    await database.query('UPDATE idempotency_keys SET answer = $3 WHERE user_pk = $1 AND key = $2', [
      userPk,
      key,
      JSON.stringify(answer),
    ]);
    return answer;
  });
}
