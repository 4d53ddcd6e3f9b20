import { z } from 'zod';
import { isTimeZone } from './schedule.ts';

/** Hours between two digest mails: a day, a week, a month (ALRT-006). */
export const DIGEST_FREQUENCIES = [24, 168, 730] as const;
export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];

/** Hours between two reminders of one task (ALRT-007). */
export const INDIVIDUAL_FREQUENCIES = [24, 168] as const;
export type IndividualFrequency = (typeof INDIVIDUAL_FREQUENCIES)[number];

export const FREQUENCY_MESSAGES = {
  digestRequired: 'Choose how often the digest is sent',
  digestInvalid: 'The digest is sent every 24, 168 or 730 hours',
  individualRequired: 'Choose how often a task is brought up',
  individualInvalid: 'A task is brought up every 24 or 168 hours',
} as const;

const hour = z.int('Choose an hour').min(0, 'Choose an hour').max(23, 'Choose an hour');

const fields = z.strictObject({
  task_individual_enabled: z.boolean('On or off'),
  task_digest_enabled: z.boolean('On or off'),
  dynamic_alert_enabled: z.boolean('On or off'),
  task_digest_frequency: z.literal(DIGEST_FREQUENCIES, FREQUENCY_MESSAGES.digestInvalid).nullish(),
  task_individual_frequency: z
    .literal(INDIVIDUAL_FREQUENCIES, FREQUENCY_MESSAGES.individualInvalid)
    .nullish(),
  /** From this hour on nothing is mailed and no notification is shown; equal hours mean never. */
  quiet_hours_start: hour.optional(),
  quiet_hours_end: hour.optional(),
  /** An IANA name such as America/New_York; all hours are meant there. */
  time_zone: z.string('Choose a time zone').refine(isTimeZone, 'This time zone is not known').optional(),
});

/** What `PUT /api/alert_settings/` takes (ALRT-004 to ALRT-009, ALRT-011). */
export const alertSettingsInput = fields.superRefine((settings, context) => {
  if (settings.task_digest_enabled && settings.task_digest_frequency == null) {
    context.addIssue({
      code: 'custom',
      path: ['task_digest_frequency'],
      message: FREQUENCY_MESSAGES.digestRequired,
    });
  }
  if (settings.task_individual_enabled && settings.task_individual_frequency == null) {
    context.addIssue({
      code: 'custom',
      path: ['task_individual_frequency'],
      message: FREQUENCY_MESSAGES.individualRequired,
    });
  }
});
export type AlertSettingsInput = z.infer<typeof alertSettingsInput>;

/** What both methods answer (ALRT-010, ALRT-011). */
export const alertSettings = z.object({
  task_individual_enabled: z.boolean(),
  task_digest_enabled: z.boolean(),
  dynamic_alert_enabled: z.boolean(),
  task_digest_frequency: z.literal(DIGEST_FREQUENCIES).nullable(),
  task_individual_frequency: z.literal(INDIVIDUAL_FREQUENCIES).nullable(),
  quiet_hours_start: z.number(),
  quiet_hours_end: z.number(),
  time_zone: z.string(),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** One alert of the feed. */
export const alert = z.object({
  pk: z.number(),
  /** What happened, such as `meeting_note_received`. */
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  /** The page that it is about. */
  path: z.string(),
  /** Why this person got it. */
  reason: z.string(),
  created_at: z.string(),
  read_at: z.string().nullable(),
  snoozed_until: z.string().nullable(),
});
export type Alert = z.infer<typeof alert>;

/** The answer of `GET /api/alerts/`. */
export const alertFeed = z.object({
  /** Goes into `since` of the next request. */
  cursor: z.string(),
  unread_count: z.number(),
  /** With `since`: more changes wait; ask again with the new cursor. Without: older alerts exist. */
  has_more: z.boolean(),
  /** With `since` everything that changed after it, oldest change first; else the newest alerts. */
  alerts: z.array(alert),
  quiet_hours: z.object({ start: z.number(), end: z.number(), time_zone: z.string() }),
});
export type AlertFeed = z.infer<typeof alertFeed>;

/** The most alerts one answer of the feed holds. */
export const FEED_PAGE_SIZE = 50;

export const feedSearch = z.strictObject({
  since: z.string().max(200, 'Unknown cursor').optional(),
  /** Alerts older than the one with this number. */
  before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});

/** Only what the person has seen is marked: `cursor` is that of the shown feed; without it everything. */
export const readAllInput = z.strictObject({ cursor: z.string().max(200, 'Unknown cursor').optional() });

/** The longest an alert can be put off. */
export const MAX_SNOOZE_DAYS = 31;

export const snoozeInput = z.strictObject({
  until: z.iso.datetime({ error: 'Choose a time', offset: true }),
});

/** What `read`, `read_all` and `snooze` answer. */
export const unreadCount = z.object({ unread_count: z.number() });
