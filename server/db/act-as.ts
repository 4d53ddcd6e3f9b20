import type { Database } from './database.ts';

/** Names the person whose changes the security log records, until the open transaction ends. */
export async function actAs(database: Database, actorPk: number): Promise<void> {
  await database.query("SELECT set_config('gopath.actor_pk', $1, true)", [String(actorPk)]);
}
