/**
 * The columns of the list of students besides name, year and points, and the sort key of its order by
 * attention. `$1` is the viewer; `student.pk` and `roadmaps` come from the caller's statement.
 */
import { ATTENTION_LIMITS } from '#shared/students/attention.ts';

/** Joins the viewer's relation to the student: only related viewers see meetings, tasks and interactions. */
const VIEWER_RELATION = 'LEFT JOIN relations AS near ON near.user_pk = $1 AND near.student_pk = student.pk';

/**
 * Joins the facts of `AttentionFacts` (shared/students/attention.ts) and a score: 20 for a requested review,
 * days without contact, 10 for each overdue task, and up to 8 for a task due soon. Private lists do not count.
 * @param now the moment, @param zone the viewer's time zone, both as parameters
 * @param students `all` to compute the facts of all of the viewer's students, with their tasks grouped in one
 *   scan; `page` to read the tasks of one student after another
 */
export function attentionJoin(now: string, zone: string, students: 'all' | 'page'): string {
  const day = (moment: string) => `(${moment} AT TIME ZONE ${zone}::text)::date`;
  // A scalar subquery is evaluated once; converting to a time zone is the most expensive part of each row.
  const today = `(SELECT ${day(`${now}::timestamptz`)})`;
  const facts = `count(*) FILTER (WHERE task.due_at < ${now}::timestamptz)::int AS overdue,
    ${day(`min(task.due_at) FILTER (WHERE task.due_at >= ${now}::timestamptz)`)} - ${today} AS task_due_days`;
  const tasks = `tasks AS task JOIN task_lists AS list ON list.pk = task.list_pk AND NOT list.private`;
  const isOpen = `task.completed_at IS NULL AND task.deleted_at IS NULL
    AND task.due_at < ${now}::timestamptz + interval '${ATTENTION_LIMITS.taskDueDays} days'`;
  const due =
    students === 'all'
      ? `LEFT JOIN (
          SELECT task.owner_pk, ${facts} FROM relations JOIN (${tasks}) ON task.owner_pk = relations.student_pk
          WHERE relations.user_pk = $1 AND ${isOpen} GROUP BY task.owner_pk
        ) AS due ON due.owner_pk = near.student_pk`
      : `CROSS JOIN LATERAL (
          SELECT ${facts} FROM ${tasks} WHERE task.owner_pk = near.student_pk AND ${isOpen}) AS due`;
  return `${VIEWER_RELATION}
    LEFT JOIN last_interactions AS last ON last.student_pk = near.student_pk
    ${due}
    CROSS JOIN LATERAL (
      SELECT ${today} - ${day('coalesce(last.created_at, near.created_at)')} AS contact OFFSET 0) AS since
    LEFT JOIN rating_review_requests AS request ON request.student_pk = near.student_pk AND request.closed_at IS NULL
    CROSS JOIN LATERAL (
      SELECT near.student_pk AS near_pk, near.kind AS near_kind, last.created_at AS last_at,
        last.interaction_type AS last_type, last.mentor_pk AS last_mentor_pk,
        request.pk IS NOT NULL AS requested, since.contact,
        coalesce(due.overdue, 0) AS overdue, due.task_due_days,
        CASE WHEN request.pk IS NULL THEN 0 ELSE 20 END
        + CASE WHEN since.contact > ${ATTENTION_LIMITS.contactDays} THEN since.contact ELSE 0 END
        + 10 * least(coalesce(due.overdue, 0), 20) + coalesce(${ATTENTION_LIMITS.taskDueDays + 1} - due.task_due_days, 0)
        AS score
    ) AS attention`;
}

/** Joins what {@link overviewColumns} needs besides `facts`. */
export function overviewJoin(facts: string): string {
  return `LEFT JOIN users AS last_mentor ON last_mentor.pk = ${facts}.last_mentor_pk`;
}

/**
 * Returns the columns of the overview. Providers and parents see the next meeting.
 * @param facts the alias with the columns of `attention` in {@link attentionJoin}
 */
export function overviewColumns(facts: string, now: string): string {
  return `${facts}.requested AS "isReviewRequested", ${facts}.contact AS "contactDays",
    ${facts}.overdue AS "overdueTasks", ${facts}.task_due_days AS "taskDueDays", ${facts}.score AS attention,
    CASE WHEN ${facts}.last_at IS NOT NULL THEN json_build_object('createdAt', ${facts}.last_at,
      'interactionType', ${facts}.last_type, 'mentor', CASE WHEN last_mentor.pk IS NOT NULL
        THEN json_build_object('pk', last_mentor.pk, 'fullName', last_mentor.full_name) END) END AS "lastInteraction",
    (SELECT min(meeting.starts_at) FROM booked_meetings AS meeting
      WHERE meeting.client_pk = ${facts}.near_pk AND meeting.status = 'booked'
        AND meeting.starts_at > ${now}::timestamptz
        AND (${facts}.near_kind = 'parent' OR meeting.provider_pk = $1)) AS "nextMeetingAt",
    (SELECT round(sum(grade / terms) / sum(1.0 / terms), 2)
      FROM class_grades CROSS JOIN LATERAL unnest(actual_grades) AS grade
      WHERE roadmap_pk = roadmaps.pk AND grade IS NOT NULL) AS gpa`;
}

/**
 * Selects the viewer's students with `AttentionFacts`, the most urgent first.
 * @param now the moment, @param zone the viewer's time zone, both as parameters
 */
export function selectByAttention(now: string, zone: string, limit: number): string {
  const order = (alias: string) => `ORDER BY ${alias}.score DESC, student.pk DESC`;
  return `SELECT student.pk, users.full_name AS "fullName", student.requested AS "isReviewRequested",
      student.contact AS "contactDays", student.overdue AS "overdueTasks", student.task_due_days AS "taskDueDays"
    FROM (
      SELECT student.pk, attention.*
      FROM (SELECT student_pk AS pk FROM relations WHERE user_pk = $1 AND student_enabled) AS student
      ${attentionJoin(now, zone, 'all')} ${order('attention')} LIMIT ${limit}
    ) AS student JOIN users ON users.pk = student.pk ${order('student')}`;
}
