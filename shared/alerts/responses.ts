/** REST responses about alerts, in zod/mini because every page loads them. */
import * as z from 'zod/mini';

/** One alert of the feed. */
export const alert = z.object({
  pk: z.number(),
  /** The kind of event, such as `meeting_note_received`. */
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  /** The page of the alert. */
  path: z.string(),
  /** Why this person got it. */
  reason: z.string(),
  created_at: z.string(),
  /** When it was created or returned from its last snooze: the order of the feed. Responses of earlier versions lack it. */
  appeared_at: z.optional(z.string()),
  read_at: z.nullable(z.string()),
  snoozed_until: z.nullable(z.string()),
});
export type Alert = z.infer<typeof alert>;

/** The response of `GET /api/alerts/`. */
export const alertFeed = z.object({
  /** The `since` of the next request. */
  cursor: z.string(),
  unread_count: z.number(),
  /** With `since`: more changes exist, to request with the new cursor. Without: older alerts exist. */
  has_more: z.boolean(),
  /** Without `since`: the `before` of the next page; null on the last page. */
  older: z.nullable(z.string()),
  /** With `since`: everything that changed after it, oldest change first; else the newest alerts. */
  alerts: z.array(alert),
  quiet_hours: z.object({ start: z.number(), end: z.number(), time_zone: z.string() }),
});
export type AlertFeed = z.infer<typeof alertFeed>;

/** The response of `read`, `read_all` and `snooze`. */
export const unreadCount = z.object({ unread_count: z.number() });
