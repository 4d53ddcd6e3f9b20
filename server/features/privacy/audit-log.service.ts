import type { Readable } from 'node:stream';
import type { Actor } from '#shared/kernel/actor.ts';
import { notFound } from '#shared/kernel/errors.ts';
import { DELETED_ACCOUNT, eventText } from '#shared/privacy/events.ts';
import { canReadAuditLog } from '#shared/privacy/policy.ts';
import type { AuditEvent, AuditEvents } from '#shared/privacy/responses.ts';
import { auditLogFilters, auditLogPage, MAX_AUDIT_ROWS } from '#shared/privacy/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { streamCsv } from '../../lib/csv.ts';
import { newestFirstCursor } from '../../lib/cursors.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { recordPrivacyEvent } from '../../lib/security-log.ts';
import { type AuditEventRow, type AuditLogQuery, readAuditLog } from './audit-log.repository.ts';

const NO_FILTERS = { person: null, kind: null, from: null, to: null };
const CSV_COLUMNS = ['Time (UTC)', 'Event', 'By', 'By (number)', 'About', 'About (number)', 'Student'];

const eventCursor = newestFirstCursor('audit log');

/** Creates the service that shows the security log: everyone's events to privacy staff, and one's own. */
export function createAuditLogService({ database }: Pick<ServiceDependencies, 'database'>) {
  async function readPage(query: AuditLogQuery): Promise<AuditEvents> {
    const rows = await readAuditLog(database, { ...query, limit: query.limit + 1 });
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1);
    return {
      events: shown.map(toEvent),
      next: rows.length > shown.length && last !== undefined ? eventCursor.of(last) : null,
    };
  }

  return {
    /** Reads a page of everyone's events. @throws AppError NOT_FOUND, INVALID_INPUT */
    async list(actor: Actor, request: object): Promise<AuditEvents> {
      if (!canReadAuditLog(actor)) throw notFound();
      const filters = parseInput(auditLogFilters, request);
      const { first, after } = parseInput(auditLogPage, request);
      const { timeZone } = actor;
      return readPage({ ...filters, timeZone, limit: first, after: eventCursor.decode(after) });
    },

    /** Reads a page of the events that the actor caused or that affected them. @throws AppError INVALID_INPUT */
    async own(actor: Actor, request: object): Promise<AuditEvents> {
      const { first, after } = parseInput(auditLogPage, request);
      const { pk: person, timeZone } = actor;
      const cursor = eventCursor.decode(after);
      return readPage({ ...NO_FILTERS, person, timeZone, limit: first, after: cursor });
    },

    /** Streams the events as CSV. @throws AppError NOT_FOUND, INVALID_INPUT */
    async csv(actor: Actor, request: object): Promise<Readable> {
      if (!canReadAuditLog(actor)) throw notFound();
      const filters = parseInput(auditLogFilters, request);
      await recordPrivacyEvent(database, 'audit_log_exported', { actorPk: actor.pk, subjectPk: null });
      const query = { ...filters, timeZone: actor.timeZone };
      return streamCsv<AuditEventRow>({
        columns: CSV_COLUMNS,
        maxRows: MAX_AUDIT_ROWS,
        read: (last, limit) =>
          readAuditLog(database, {
            ...query,
            after: last === undefined ? null : [last.createdAt.toISOString(), last.pk],
            limit,
          }),
        toCells: toCsvRow,
      });
    },
  };
}

/** Returns a person of an event; null for none. A person without a name was deleted. */
function toPerson(pk: number | null, name: string | null): AuditEvent['actor'] {
  return pk === null ? null : { pk, full_name: name ?? DELETED_ACCOUNT };
}

function toEvent(row: AuditEventRow): AuditEvent {
  return {
    pk: row.pk,
    at: row.createdAt.toISOString(),
    kind: row.kind,
    detail: row.detail,
    actor: toPerson(row.actorPk, row.actorName),
    subject: toPerson(row.subjectPk, row.subjectName),
    student: toPerson(row.studentPk, row.studentName),
  };
}

function toCsvRow(row: AuditEventRow): (string | number | undefined)[] {
  const { at, actor, subject, student } = toEvent(row);
  return [
    at,
    eventText(row),
    actor?.full_name,
    actor?.pk,
    subject?.full_name,
    subject?.pk,
    student?.full_name,
  ];
}
