import * as z from 'zod/mini';
import { DIGEST_FREQUENCIES, INDIVIDUAL_FREQUENCIES } from './frequencies.ts';

/** The response of both methods of `/api/alert_settings/` (ALRT-010, ALRT-011). */
export const alertSettings = z.object({
  task_individual_enabled: z.boolean(),
  task_digest_enabled: z.boolean(),
  dynamic_alert_enabled: z.boolean(),
  task_digest_frequency: z.nullable(z.literal(DIGEST_FREQUENCIES)),
  task_individual_frequency: z.nullable(z.literal(INDIVIDUAL_FREQUENCIES)),
  quiet_hours_start: z.number(),
  quiet_hours_end: z.number(),
  time_zone: z.string(),
});
export type AlertSettings = z.infer<typeof alertSettings>;
