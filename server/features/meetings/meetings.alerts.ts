import { paths } from '#shared/kernel/paths.ts';
import type { Database } from '../../db/database.ts';
import type { ClockSource } from '../alerts/alerts.sources.ts';

/** After so many days without a meeting a mentor is told. */
export const NO_CONTACT_DAYS = 10;

const KIND = 'no_contact';

/** Tells a mentor, once for each such gap, that a student has not been met for ten days. */
export function noContact(database: Database): ClockSource {
  return {
    kind: KIND,
    reason: 'You get this because you mentor this student.',
    async due(now, after, limit) {
      const rows = await database.query<{ userPk: number; studentPk: number; student: string; last: Date }>(
        `SELECT relations.user_pk AS "userPk", student_pk AS "studentPk", student.full_name AS student, last
        FROM relations
        JOIN users AS student ON student.pk = student_pk AND student.disabled_at IS NULL
        CROSS JOIN LATERAL (
          SELECT greatest(relations.created_at, max(ends_at)) AS last FROM booked_meetings
          WHERE provider_pk = relations.user_pk AND client_pk = student_pk AND starts_at <= $1) AS contact
        WHERE kind = 'mentor' AND last < $2 AND (relations.user_pk, student_pk) > ($3, $4)
        ORDER BY relations.user_pk, student_pk LIMIT $5`,
        [
          now,
          new Date(now.getTime() - NO_CONTACT_DAYS * 86_400_000),
          after?.userPk ?? 0,
          after === null ? 0 : Number(after.key.split(':')[1]),
          limit,
        ],
      );
      return rows.map(({ userPk, studentPk, student, last }) => ({
        userPk,
        key: `${KIND}:${studentPk}:${last.toISOString()}`,
        title: `No meeting with ${student} for ${NO_CONTACT_DAYS} days`,
        body: 'Book a meeting, or write to them.',
        path: paths.user(studentPk),
      }));
    },
  };
}
