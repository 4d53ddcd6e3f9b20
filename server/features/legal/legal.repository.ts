import type { Database } from '../../db/database.ts';

/** The SQL of accepted terms. */
export class LegalRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Stores that a person agreed to a version; the first time counts. The database keeps earlier versions. */
  async acceptTerms(userPk: number, version: string, now: Date): Promise<void> {
    await this.#database.kysely
      .updateTable('users')
      .set({ consentVersion: version, consentedAt: now })
      .where('pk', '=', userPk)
      .where((where) =>
        where.or([where('consentVersion', 'is', null), where('consentVersion', '!=', version)]),
      )
      .execute();
  }
}
