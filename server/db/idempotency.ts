import type { Database } from './database.ts';

/** The idempotency keys of create requests. Use inside a transaction (see server/lib/create-once.ts). */
export class IdempotencyKeys {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Claims a key. A request with the same key waits until this transaction ends.
   * @returns null for a new key, else the earlier request's hash and response
   */
  async claim<Answer>(
    userPk: number,
    key: string,
    hash: string,
  ): Promise<{ hash: string; answer: Answer } | null> {
    const [claimed] = await this.#database.query(
      `INSERT INTO idempotency_keys (user_pk, key, request_hash) VALUES ($1, $2, $3)
      ON CONFLICT (user_pk, key) DO NOTHING RETURNING key`,
      [userPk, key, hash],
    );
    if (claimed !== undefined) return null;
    const [known] = await this.#database.query<{ hash: string; answer: Answer }>(
      'SELECT request_hash AS "hash", answer FROM idempotency_keys WHERE user_pk = $1 AND key = $2',
      [userPk, key],
    );
    return known as { hash: string; answer: Answer };
  }

  /** Stores the response of a claimed key. */
  async store(userPk: number, key: string, answer: unknown): Promise<void> {
    await this.#database.query('UPDATE idempotency_keys SET answer = $3 WHERE user_pk = $1 AND key = $2', [
      userPk,
      key,
      JSON.stringify(answer),
    ]);
  }
}
