import type { Database } from '../database.ts';

/** Stores the first grants of the free plan, so that the history of a membership is not empty. */
export async function seedMemberships(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO membership_entries (student_pk, kind, entry, key, amount, valid_until, created_at)
    SELECT student_pk, kind, 'grant', 'free:' || to_char(billing_anchor AT TIME ZONE 'UTC', 'YYYY-MM-DD'), amount,
      (billing_anchor AT TIME ZONE 'UTC' + make_interval(months => months)) AT TIME ZONE 'UTC', billing_anchor
    FROM memberships, (VALUES ('meetings', 2, 1), ('reviews', 1, 6)) AS plan (kind, amount, months)`,
    [],
  );
}
