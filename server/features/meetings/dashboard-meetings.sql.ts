/** The meetings of the dashboard. `$1` is the viewer, `$2` a parent's children, `$3` the moment. */
import { COLUMNS, WITH_NAMES } from './meetings.repository.ts';

/** A meeting lasts at most a day, so the index on its start is enough. */
const NOT_OVER = `status = 'booked' AND starts_at > $3::timestamptz - interval '1 day' AND ends_at > $3::timestamptz`;

/** The past meetings that are searched for a note that was not sent. */
const RECENT = 20;

/**
 * Selects the viewer's running and next meetings, as mentor or student.
 * @param ofChildren includes the meetings of a parent's children
 */
export function selectNextMeetings(limit: number, ofChildren: boolean): string {
  const end = `AND ${NOT_OVER} ORDER BY starts_at, pk LIMIT ${limit}`;
  const branches = [
    `(SELECT * FROM booked_meetings WHERE provider_pk = $1 ${end})`,
    `(SELECT * FROM booked_meetings WHERE client_pk = $1 ${end})`,
    ...(ofChildren
      ? [
          `(SELECT of_child.* FROM unnest($2::int[]) AS child (pk) CROSS JOIN LATERAL (
            SELECT * FROM booked_meetings WHERE client_pk = child.pk ${end}) AS of_child)`,
        ]
      : []),
  ];
  return `SELECT ${COLUMNS} FROM (
      SELECT * FROM (${branches.join(' UNION ALL ')}) AS visible ORDER BY starts_at, pk LIMIT ${limit}
    ) AS meeting ${WITH_NAMES} ORDER BY meeting.starts_at, meeting.pk`;
}

/** Selects the latest past meetings of the mentor's current students whose note is missing or not sent, latest first. */
export function selectUnsentMeetings(limit: number): string {
  return `SELECT ${COLUMNS} FROM (
      SELECT * FROM booked_meetings WHERE provider_pk = $1 AND status = 'booked'
        AND starts_at < $3::timestamptz AND ends_at <= $3::timestamptz
      ORDER BY starts_at DESC, pk DESC LIMIT ${RECENT}
    ) AS meeting ${WITH_NAMES} WHERE notes.sent IS NOT TRUE AND EXISTS (SELECT FROM relations
      WHERE relations.student_pk = meeting.client_pk AND relations.user_pk = $1 AND relations.kind = 'mentor')
    ORDER BY meeting.starts_at DESC, meeting.pk DESC LIMIT ${limit}`;
}
