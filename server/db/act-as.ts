import type { Database } from './database.ts';

/** Sets the person that the security log records for changes, until the open transaction ends. */
export async function actAs(database: Database, actorPk: number): Promise<void> {
  await database.query("SELECT set_config('gopath.actor_pk', $1, true)", [String(actorPk)]);
}
