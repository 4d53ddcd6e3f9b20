/**
 * The statements that write interactions, used by the interactions service and the demo data, and the SQL that other
 * features read them with.
 */
import type { InteractionType } from '#shared/interactions/constants.ts';
import { jsonRow } from './json.ts';

/** Stores the newest interaction that a mentor caused; `entry` has the new ones. */
const STORE_LAST_INTERACTION = `
  INSERT INTO last_interactions AS last (student_pk, created_at, interaction_type, mentor_pk)
  SELECT DISTINCT ON (student_pk) student_pk, created_at,
    CASE WHEN note_pk IS NOT NULL THEN 'meeting_note' WHEN meeting_pk IS NOT NULL THEN 'meeting'
      ELSE 'task_activity' END, mentor_pk
  FROM entry WHERE actor_pk = mentor_pk
  ORDER BY student_pk, created_at DESC
  ON CONFLICT (student_pk) DO UPDATE SET created_at = excluded.created_at,
    interaction_type = excluded.interaction_type, mentor_pk = excluded.mentor_pk
  WHERE last.created_at <= excluded.created_at`;

const RETURNED = 'RETURNING student_pk, mentor_pk, actor_pk, created_at, note_pk, meeting_pk';

/**
 * Writes the interactions of the task activities $1. The mentor is the one who acted, or the owner of the task or list
 * that the student worked on. Skips changes caused by another task's change, and lists of mentors or parents.
 */
export const INSERT_TASK_INTERACTIONS = `
  WITH entry AS (
    INSERT INTO interactions (student_pk, mentor_pk, actor_pk, created_at, action, task_pk, task_name, list_pk,
      old_list_pk, old_name, new_name, old_points, new_points, old_due_at, new_due_at, was_private, shared)
    SELECT activity.owner_pk,
      CASE WHEN activity.actor_pk <> activity.owner_pk THEN activity.actor_pk
        WHEN task.created_by_pk <> activity.owner_pk THEN task.created_by_pk
        WHEN list.created_by_pk <> activity.owner_pk THEN list.created_by_pk END,
      activity.actor_pk, activity.created_at, activity.action, task.pk, task.name, list.pk, activity.old_list_pk,
      activity.old_name, activity.new_name, activity.old_points, activity.new_points, activity.old_due_at,
      activity.new_due_at, activity.was_private, NOT activity.was_private
    FROM task_activities AS activity
    JOIN users AS student ON student.pk = activity.owner_pk AND student.role = 'student'
    JOIN tasks AS task ON task.pk = activity.task_pk
    JOIN task_lists AS list ON list.pk = activity.list_pk
    WHERE activity.pk = ANY($1::int[]) AND NOT activity.indirect
    ORDER BY activity.created_at, activity.pk
    ${RETURNED})
  ${STORE_LAST_INTERACTION}`;

/** Writes the interactions of the sent meeting notes $1. */
export const INSERT_NOTE_INTERACTIONS = `
  WITH entry AS (
    INSERT INTO interactions (student_pk, mentor_pk, actor_pk, created_at, note_pk, shared)
    SELECT student_pk, author_pk, author_pk, sent_at, pk, true FROM notes
    WHERE pk = ANY($1::int[]) AND sent_at IS NOT NULL AND student_pk IS NOT NULL
    ORDER BY sent_at, pk
    ${RETURNED})
  ${STORE_LAST_INTERACTION}`;

/** Writes the interaction of an attended meeting $1, once. */
export const INSERT_MEETING_INTERACTION = `
  WITH entry AS (
    INSERT INTO interactions (student_pk, mentor_pk, actor_pk, created_at, meeting_pk, shared)
    SELECT client_pk, provider_pk, provider_pk, now(), pk, true FROM booked_meetings WHERE pk = $1
    ON CONFLICT (meeting_pk) DO NOTHING
    ${RETURNED})
  ${STORE_LAST_INTERACTION}`;

/**
 * Returns SQL for the minutes that mentor and student spent together in a meeting's room. @param meeting the pk of the
 * meeting in SQL
 */
export function minutesTogether(meeting: string): string {
  const visits = (person: string) => `
    SELECT min(joined_at) AS first, max(coalesce(left_at, seen_at)) AS last
    FROM room_visits JOIN booked_meetings AS attended ON attended.pk = meeting_pk
    WHERE meeting_pk = ${meeting} AND user_pk = attended.${person} AND joined_at IS NOT NULL`;
  return `(SELECT greatest(1, ceil(extract(epoch FROM
      least(mentor_visit.last, student_visit.last) - greatest(mentor_visit.first, student_visit.first)) / 60))::int
    FROM (${visits('provider_pk')}) AS mentor_visit, (${visits('client_pk')}) AS student_visit)`;
}

/** The JSON of a student's last interaction, see {@link lastInteractionJson}. */
export interface LastInteractionRow {
  /** ISO 8601. */
  createdAt: string;
  interactionType: InteractionType;
  mentor: { pk: number; fullName: string } | null;
}

/**
 * Returns SQL for the last interaction of a student as JSON; null when there is none. @param student the student's pk
 * in SQL
 */
export function lastInteractionJson(student: string): string {
  return jsonRow(`SELECT last.created_at AS "createdAt", last.interaction_type AS "interactionType",
    CASE WHEN mentor.pk IS NOT NULL THEN json_build_object('pk', mentor.pk, 'fullName', mentor.full_name) END AS mentor
    FROM last_interactions AS last LEFT JOIN users AS mentor ON mentor.pk = last.mentor_pk
    WHERE last.student_pk = ${student}`);
}
