/**
 * The SQL of the audit log. Its statements have the same parameters: $1 kind, $2 from and $3 to (dates), $4 time zone of
 * these dates, $5 and $6 position of the last event that was read, $7 limit, $8 person; null is no filter.
 *
 * Example: the log of a person is, by one index each, the newest events that they caused, that affected them, and that
 * changed their relations as a student; then the newest of these.
 */
import type { AuditLogFilters } from '#shared/privacy/schema.ts';
import type { Database } from '../../db/database.ts';
import type { NewestFirst } from '../../lib/cursors.ts';

/** An event with the names of its people; null for a person whose account was deleted. */
export interface AuditEventRow {
  pk: number;
  createdAt: Date;
  kind: string;
  detail: string | null;
  actorPk: number | null;
  actorName: string | null;
  subjectPk: number | null;
  subjectName: string | null;
  /** The student of a changed relation. */
  studentPk: number | null;
  studentName: string | null;
}

/** A page of events, with its filters. */
export interface AuditLogQuery extends AuditLogFilters {
  /** The time zone of the dates in the filters. */
  timeZone: string;
  after: NewestFirst | null;
  limit: number;
}

/** The events with a student in `object_pk`. */
const IS_RELATION = "kind IN ('relation_added', 'relation_removed')";

/** Selects the newest events with a condition, which has an index. */
const newest = (condition: string) => `(
  SELECT * FROM security_events AS event
  WHERE ${condition} AND ($1::text IS NULL OR kind = $1)
    AND ($2::date IS NULL OR at >= $2::date::timestamp AT TIME ZONE $4)
    AND ($3::date IS NULL OR at < ($3::date + 1)::timestamp AT TIME ZONE $4)
    AND ($5::timestamptz IS NULL OR (at, pk) < ($5, $6))
  ORDER BY at DESC, pk DESC LIMIT $7)`;

// A statement must use each parameter: for everyone, $8 is always null.
const EVENTS_OF_EVERYONE = newest('$8::int IS NULL');

// UNION removes the duplicates of events that meet several conditions.
const EVENTS_OF_PERSON = ['actor_pk = $8', 'subject_pk = $8', `${IS_RELATION} AND object_pk = $8`]
  .map(newest)
  .join(' UNION ');

/** Adds the names of people to events. */
const withNames = (events: string) => `
  SELECT event.pk, at AS "createdAt", kind, detail, actor_pk AS "actorPk", actor.full_name AS "actorName",
    subject_pk AS "subjectPk", subject.full_name AS "subjectName",
    CASE WHEN ${IS_RELATION} THEN object_pk END AS "studentPk", student.full_name AS "studentName"
  FROM (${events}) AS event
  LEFT JOIN users AS actor ON actor.pk = actor_pk
  LEFT JOIN users AS subject ON subject.pk = subject_pk
  LEFT JOIN users AS student ON student.pk = object_pk AND ${IS_RELATION}
  ORDER BY at DESC, event.pk DESC LIMIT $7`;

/** Reads events, newest first. */
export function readAuditLog(database: Database, query: AuditLogQuery): Promise<AuditEventRow[]> {
  const { person, kind, from, to, timeZone, after, limit } = query;
  return database.search<AuditEventRow>(withNames(person === null ? EVENTS_OF_EVERYONE : EVENTS_OF_PERSON), [
    kind,
    from,
    to,
    timeZone,
    after?.[0] ?? null,
    after?.[1] ?? 0,
    limit,
    person,
  ]);
}
