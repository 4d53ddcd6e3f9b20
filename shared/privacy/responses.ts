/** REST responses of the audit log, in zod/mini because the browser loads them. */
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
