import type { JWK } from 'jose';
import type { Database } from '../../../db/database.ts';

/** The provider's keys. */
export interface ProviderSecrets {
  /** Private ES256 keys; the first one signs, the others still verify. */
  signingKeys: JWK[];
  /** The first one signs cookies, the others are accepted. */
  cookieKeys: string[];
}

/** Stored secrets: plain text without an encryption key, which production requires. */
export type StoredSecrets = ProviderSecrets | { encrypted: string };

/** The row with the provider's keys. */
export class SecretsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the row; undefined before the first start. */
  async read(): Promise<StoredSecrets | undefined> {
    const [row] = await this.#database.query<{ value: StoredSecrets }>(
      `SELECT value FROM oidc_secrets WHERE name = 'provider'`,
    );
    return row?.value;
  }

  /** Reads the row and locks it until the transaction ends. */
  async lock(): Promise<StoredSecrets | undefined> {
    const [row] = await this.#database.query<{ value: StoredSecrets }>(
      `SELECT value FROM oidc_secrets WHERE name = 'provider' FOR UPDATE`,
    );
    return row?.value;
  }

  /** Inserts the row unless another process did. */
  async insert(value: StoredSecrets): Promise<void> {
    await this.#database.query(
      `INSERT INTO oidc_secrets (name, value) VALUES ('provider', $1) ON CONFLICT DO NOTHING`,
      [JSON.stringify(value)],
    );
  }

  /** Replaces the row. */
  async update(value: StoredSecrets): Promise<void> {
    await this.#database.query(`UPDATE oidc_secrets SET value = $1 WHERE name = 'provider'`, [
      JSON.stringify(value),
    ]);
  }
}
