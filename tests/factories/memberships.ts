import type { Database } from '#server/db/database.ts';
import type { MembershipLength } from '#shared/memberships/responses.ts';

/** Gives a student a paid membership for a period. */
export async function payFor(
  database: Database,
  studentPk: number,
  { length, start, end }: { length: Exclude<MembershipLength, 'free'>; start: Date; end: Date },
): Promise<void> {
  await database.query(
    `UPDATE memberships SET plan_length = $2, billing_anchor = $3, period_start = $3, period_end = $4
    WHERE student_pk = $1`,
    [studentPk, length, start, end],
  );
}
