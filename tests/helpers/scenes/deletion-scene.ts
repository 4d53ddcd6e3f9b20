import { LAST_PASS_JOB } from '#server/features/privacy/quotes.repository.ts';
import type { TestApp } from '../server/test-app.ts';

/** Runs the due deletions, then the job that waits for requests of the same time, without waiting. */
export async function finishDeletions(app: TestApp): Promise<void> {
  await app.services.deletions.deleteDue();
  await runLastPasses(app);
}

/** Runs the jobs that wait for requests of the same time as a deletion, without waiting. */
export async function runLastPasses(app: TestApp): Promise<void> {
  await app.database.query('UPDATE pgboss.job SET start_after = now() WHERE name = $1', [LAST_PASS_JOB]);
  await app.app.jobs.runDue();
}
