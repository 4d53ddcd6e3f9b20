import { z } from 'zod';
import { isCalendarDate } from '../kernel/dates.ts';
import { MAX_PK } from '../kernel/ids.ts';
import { EVENT_KINDS } from './events.ts';

/** The events of one page of the audit log, unless the request asks for fewer. */
export const AUDIT_PAGE_SIZE = 50;

/** The maximum number of rows of one CSV file. */
export const MAX_AUDIT_ROWS = 100_000;

const date = z.string().refine(isCalendarDate, 'Enter a date, such as 2026-05-31.').nullable().default(null);

/** The filters of the audit log; both dates are included, in the reader's time zone. */
export const auditLogFilters = z.object({
  person: z.coerce.number().int().min(1).max(MAX_PK).nullable().default(null),
  kind: z.enum(EVENT_KINDS, 'This kind of event is not known.').nullable().default(null),
  from: date,
  to: date,
});
export type AuditLogFilters = z.infer<typeof auditLogFilters>;

/** The page of a list of events. */
export const auditLogPage = z.object({
  first: z.coerce
    .number()
    .int()
    .min(1)
    .max(AUDIT_PAGE_SIZE * 2)
    .default(AUDIT_PAGE_SIZE),
  after: z.string().nullable().default(null),
});
