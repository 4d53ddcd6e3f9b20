import { type Actor, isRelatedTo } from '#shared/kernel/actor.ts';
import type { Database } from './database.ts';

/** What of a student was read: name, year and points; the roadmap; the profile rating. */
export type ReadKind = 'summary' | 'roadmap' | 'rating';

/**
 * Records that somebody who is not related to these students read of them: staff, by a permission (see
 * docs/security.md). What family and mentors read is theirs to read, and is not recorded.
 */
export async function recordReads(
  database: Database,
  actor: Actor,
  kind: ReadKind,
  studentPks: readonly number[],
  now: Date,
): Promise<void> {
  const strangers = [...new Set(studentPks)].filter((pk) => !isRelatedTo(actor, pk)).sort((a, b) => a - b);
  if (strangers.length === 0) return;
  await database.query(
    `INSERT INTO staff_reads (reader_pk, student_pk, kind, day, first_at, last_at)
    SELECT $1, student_pk, $3, ($4::timestamptz AT TIME ZONE 'UTC')::date, $4, $4
    FROM unnest($2::integer[]) AS student_pk
    ON CONFLICT (student_pk, reader_pk, kind, day) DO UPDATE SET last_at = excluded.last_at`,
    [actor.pk, strangers, kind, now],
  );
}
