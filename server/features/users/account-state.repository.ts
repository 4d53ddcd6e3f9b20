import type { StateAction } from '#shared/users/account-state.ts';
import type { Database } from '../../db/database.ts';

/** What disabling and enabling reads of a person. */
export interface AccountState {
  pk: number;
  email: string;
  isDisabled: boolean;
}

/** The SQL of disabling and enabling people. */
export class AccountStateRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Locks everyone who can disable people, in one order, so that two of them cannot disable each other at the
   * same time. Call it in the transaction of the change. A booking that holds the lock of a person's bookings still refers
   * to the locked people (`NO KEY`): the change waits for that lock later.
   * @returns the pks of the enabled people
   */
  async lockHolders(): Promise<number[]> {
    await this.#database.query(
      `SELECT FROM users WHERE pk IN (SELECT user_pk FROM user_permissions WHERE permission = 'users.disable_user')
      ORDER BY pk FOR NO KEY UPDATE`,
    );
    const rows = await this.#database.query<{ pk: number }>(
      `SELECT pk FROM users WHERE disabled_at IS NULL
        AND pk IN (SELECT user_pk FROM user_permissions WHERE permission = 'users.disable_user')`,
    );
    return rows.map(({ pk }) => pk);
  }

  /** Returns the person; locked when `lock` is set. */
  async find(pk: number, { lock = false } = {}): Promise<AccountState | undefined> {
    const [row] = await this.#database.query<AccountState>(
      `SELECT pk, email, disabled_at IS NOT NULL AS "isDisabled" FROM users WHERE pk = $1
      ${lock ? 'FOR NO KEY UPDATE' : ''}`,
      [pk],
    );
    return row;
  }

  /** Disables or enables the person and keeps why. Triggers end every sign-in of a disabled person. */
  async change(
    pk: number,
    change: { action: StateAction; reason: string; actorPk: number; at: Date },
  ): Promise<void> {
    const { action, reason, actorPk, at } = change;
    await this.#database.kysely
      .updateTable('users')
      .set({ disabledAt: action === 'disable' ? at : null })
      .where('pk', '=', pk)
      .execute();
    await this.#database.kysely
      .insertInto('accountStateChanges')
      .values({ userPk: pk, actorPk, action, reason, createdAt: at })
      .execute();
  }
}
