/** REST responses of the audit log, exports and deletions, in zod/mini because the browser loads them. */
import * as z from 'zod/mini';

const personOfEvent = z.object({ pk: z.number(), full_name: z.string() });

const auditEvent = z.object({
  pk: z.number(),
  at: z.string(),
  /** See `EVENT_LABELS`; a newer server can have more. */
  kind: z.string(),
  detail: z.nullable(z.string()),
  /** Who acted; null when nobody was signed in. */
  actor: z.nullable(personOfEvent),
  /** The affected person. */
  subject: z.nullable(personOfEvent),
  /** The student of a changed relation. */
  student: z.nullable(personOfEvent),
});
export type AuditEvent = z.infer<typeof auditEvent>;

/** A page of events, newest first. `next` is the cursor of the next page. */
export const auditEvents = z.object({ events: z.array(auditEvent), next: z.nullable(z.string()) });
export type AuditEvents = z.infer<typeof auditEvents>;

/** An export of a person's data as a ZIP. */
const dataExport = z.object({
  pk: z.number(),
  state: z.enum(['waiting', 'ready', 'downloaded', 'failed', 'expired']),
  /** In percent. */
  progress: z.number(),
  finished_at: z.nullable(z.string()),
  /** Until when it can be downloaded. */
  expires_at: z.nullable(z.string()),
});
export type DataExport = z.infer<typeof dataExport>;

/** `GET /api/users/{id}/personal_data/`: the viewer's export of the person, and the requested deletion. */
export const personalData = z.object({
  full_name: z.string(),
  /** Whether notes about others stay after the deletion, because the person is a mentor. */
  keeps_notes: z.boolean(),
  export: z.nullable(dataExport),
  deletion: z.nullable(z.object({ requested_at: z.string(), due_at: z.string() })),
});
export type PersonalData = z.infer<typeof personalData>;
