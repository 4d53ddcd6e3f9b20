/**
 * `node scripts/measure/durability.ts [KILLS]` (100 by default): measures durability on PGlite and, when installed, on
 * PostgreSQL. The tests run a short version.
 */
import { createDatabase } from '../../tests/helpers/database/create-database.ts';
import { startPostgres } from '../../tests/helpers/database/postgres-server.ts';
import { measureCrashes } from '../../tests/durability/server-crash.ts';
import { measureFolderLock } from '../../tests/durability/folder-lock.ts';

const kills = Number(process.argv[2] ?? 100);
console.log('Second process on one folder:', await measureFolderLock(20));
console.log('PGlite:', await measureCrashes(kills));
// Durable settings: the tests' usual server does not wait for the disk, which only matters when the machine crashes.
const postgres = await startPostgres(['fsync=on', 'full_page_writes=on']);
if (postgres !== null) {
  const url = await createDatabase(postgres.url, 'durability');
  console.log('PostgreSQL:', await measureCrashes(kills, { DATABASE_URL: url }));
  await postgres.stop();
}
