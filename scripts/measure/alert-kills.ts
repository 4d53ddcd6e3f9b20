/**
 * `node scripts/measure/alert-kills.ts [SECONDS] [KILL_EVERY]`: runs two servers on one PostgreSQL under load, and
 * kills one every 30 s for ten minutes. Counts lost and duplicate alerts and emails. The tests run a short version.
 */
import { runAlertKills } from '../../tests/durability/alert-kills.ts';
import { startPostgres } from '../../tests/helpers/database/postgres-server.ts';

const [seconds = 600, killEvery = 30] = process.argv.slice(2).map(Number);
const postgres = await startPostgres();
if (postgres === null) throw new Error('This needs PostgreSQL (or TEST_DATABASE_URL).');
const result = await runAlertKills(postgres, { seconds, killEvery });
console.table(result);
await postgres.stop();
process.exit(result.lost + result.doubled + result.mailsLost + result.mailsDoubled === 0 ? 0 : 1);
