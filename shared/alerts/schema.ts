import { z } from 'zod';
import { DIGEST_FREQUENCIES, INDIVIDUAL_FREQUENCIES } from './frequencies.ts';
import { timeZoneName } from '../kernel/time-zone-schema.ts';

export const FREQUENCY_MESSAGES = {
  digestRequired: 'Choose how often to send the digest',
  digestInvalid: 'Choose 24, 168 or 730 hours',
  individualRequired: 'Choose when to remind you',
  individualInvalid: 'Choose 24 or 168 hours',
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
  /** From this hour no email is sent and no notification is shown. Equal hours mean no quiet hours. */
  quiet_hours_start: hour.optional(),
  quiet_hours_end: hour.optional(),
  /** All hours are in this zone. */
  time_zone: timeZoneName.optional(),
});

/** The input of `PUT /api/alert_settings/` (ALRT-004 to ALRT-009, ALRT-011). */
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

/** The maximum number of alerts in one response of the feed. */
export const FEED_PAGE_SIZE = 50;

export const feedSearch = z.strictObject({
  since: z.string().max(200, 'Unknown cursor').optional(),
  /** The `older` of the previous page. */
  before: z.string().max(200, 'Unknown cursor').optional(),
});

/** Marks alerts as read: up to `cursor` of the shown feed, or all without it. */
export const readAllInput = z.strictObject({ cursor: z.string().max(200, 'Unknown cursor').optional() });

/** The longest time an alert can be snoozed. */
export const MAX_SNOOZE_DAYS = 31;

export const snoozeInput = z.strictObject({
  until: z.iso.datetime({ error: 'Choose a time', offset: true }),
});
