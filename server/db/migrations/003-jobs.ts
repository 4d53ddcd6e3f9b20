import { type Kysely, sql } from 'kysely';
import { getConstructionPlans } from 'pg-boss';

/** The tables of the job queue. Later versions of pg-boss migrate them at start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const plan = getConstructionPlans('pgboss');
  // A COMMIT in the plan would end the transaction that all migrations share.
  const statements = plan.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '');
  if (/^\s*(BEGIN|COMMIT);/m.test(statements)) throw new Error('The job queue brings its own transaction.');
  await sql.raw(statements).execute(db);
}
