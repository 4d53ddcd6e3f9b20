/** REST responses about the systems that GoPath is connected to. */
import * as z from 'zod/mini';

/** `degraded`: it works, with problems. `failing`: it does not work now. */
export const CONNECTION_STATES = ['off', 'ok', 'degraded', 'failing'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

export const CONNECTION_NAMES = ['simplybook', 'payments', 'mail', 'identity'] as const;
export type ConnectionName = (typeof CONNECTION_NAMES)[number];

/** Why a connection fails. */
export const CONNECTION_ERRORS = ['credentials', 'unreachable', 'limit', 'unexpected'] as const;
export type ConnectionError = (typeof CONNECTION_ERRORS)[number];

/** Data in SimplyBook that could not be used. */
export const PROBLEM_KINDS = [
  'unknown_client',
  'shared_email',
  'several_children',
  'unknown_provider',
  'impossible_time',
  'unreadable',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const connection = z.object({
  name: z.enum(CONNECTION_NAMES),
  state: z.enum(CONNECTION_STATES),
  /** Since when it fails. */
  failing_since: z.nullable(z.string()),
  error: z.nullable(z.enum(CONNECTION_ERRORS)),
  /** The last sync, payment event, sent email or sign-in. */
  last_success_at: z.nullable(z.string()),
});
export type Connection = z.infer<typeof connection>;

/** Something in SimplyBook for staff to fix, by its number there. */
export const problem = z.object({
  kind: z.enum(PROBLEM_KINDS),
  reference: z.string(),
  count: z.number(),
  last_at: z.string(),
});
export type Problem = z.infer<typeof problem>;

/** `GET /api/connections/`. */
export const connectionList = z.object({
  connections: z.array(connection),
  /** The details of SimplyBook; null when it is off. */
  simplybook: z.nullable(
    z.object({
      company: z.string(),
      time_zone: z.string(),
      receives_callbacks: z.boolean(),
      synced_at: z.nullable(z.string()),
      synced_all_at: z.nullable(z.string()),
      is_syncing: z.boolean(),
      calls_today: z.number(),
      calls_per_day: z.number(),
      mentors: z.number(),
      clients: z.number(),
      problems: z.array(problem),
    }),
  ),
});
export type ConnectionList = z.infer<typeof connectionList>;
