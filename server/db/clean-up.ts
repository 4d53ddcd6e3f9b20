import type { Jobs } from '../jobs/queue.ts';
import type { Database } from './database.ts';

/** The SQL condition of expired rows, by table. */
const EXPIRED_ROWS: readonly (readonly [table: string, condition: string])[] = [
  // As long as the longest session: a device sends what it could not send when it is opened again, with the same key.
  ['idempotency_keys', "created_at < now() - interval '180 days'"],
  ['security_events', "at < now() - interval '2 years'"],
  ['invitations', "accepted_at IS NULL AND greatest(expires_at, revoked_at) < now() - interval '90 days'"],
  // Sign-ups of students who have not finished the form stay, because they can continue at any time.
  [
    'continued_sign_ups',
    "expires_at < now() - interval '1 day' AND (user_pk IS NULL OR completed_at IS NOT NULL)",
  ],
  ['simplybook_requests', "state = 'done' AND created_at < now() - interval '30 days'"],
  ['simplybook_cancellations', 'valid_until < now()'],
  ['simplybook_problems', "last_at < now() - interval '30 days'"],
  // Address and subject are personal data.
  ['mails', "state IN ('sent', 'failed') AND coalesce(sent_at, created_at) < now() - interval '30 days'"],
];

/** Deletes expired rows. */
export async function cleanUp(database: Database): Promise<void> {
  // Links in emails are secrets, even in undelivered ones.
  await database.query(
    `UPDATE mails SET text = '', html = '', headers = '{}', calendar = NULL
    WHERE state = 'failed' AND text <> '' AND created_at < now() - interval '7 days'`,
    [],
  );
  for (const [table, condition] of EXPIRED_ROWS)
    await database.query(`DELETE FROM ${table} WHERE ${condition}`);
}

/** Cleans up once a night, in one process. */
export function registerCleanUp(jobs: Jobs, database: Database) {
  jobs.register('database.clean-up', () => cleanUp(database), { cron: '41 3 * * *', expiresAfter: 900 });
}
